export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether JSON data is nested deeper than `levels`. Iterative, so no depth overflows the stack. */
export function depthExceeds(data: unknown, levels: number): boolean {
  const rest: { value: unknown; depth: number }[] = [{ value: data, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === levels) return true;
    for (const child of Object.values(value)) rest.push({ value: child, depth: depth + 1 });
  }
  return false;
}
