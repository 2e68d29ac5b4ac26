/** Assertions for the browser, named as in `node:assert`. */

export function ok(value: unknown, message = 'It should be so'): asserts value {
  if (!value) throw new Error(message);
}

export function equal(actual: unknown, expected: unknown, message = ''): void {
  if (!Object.is(actual, expected))
    throw new Error(`${message} ${show(actual)} is not ${show(expected)}`);
}

export function deepEqual(actual: unknown, expected: unknown, message = ''): void {
  if (show(actual) !== show(expected))
    throw new Error(`${message} ${show(actual)} is not ${show(expected)}`);
}

export function match(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${show(text)} does not match ${pattern}`);
}

/** JSON with sorted keys. */
function show(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );
}
