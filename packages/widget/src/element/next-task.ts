/** Ends the current task, so that a slow phone handles input before the next step (ADR 17). */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
