/**
 * Ends the current task, so that a slow phone handles input before the next step (ADR 17). A timer would
 * wait for longer, and for a second in a hidden tab.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
