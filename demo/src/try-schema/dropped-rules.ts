type Json = unknown;

/** The proxy checks a slow pattern itself, under this name. */
const inProxy = (name: string) => (name === 'pattern' ? 'x-proxy-pattern' : name);

/**
 * JSON Pointers of what the proxy left out of a schema: the keywords and properties of `given` that
 * `sanitized` lacks. A place that is missing as a whole is named once.
 */
export function droppedRules(given: Json, sanitized: Json, pointer = ''): string[] {
  if (typeof given !== 'object' || given === null) return [];
  if (typeof sanitized !== 'object' || sanitized === null) return [pointer];
  return Object.entries(given).flatMap(([name, value]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const kept = Object.entries(sanitized).find(
      ([each]) => each === name || each === inProxy(name),
    );
    return kept === undefined ? [place] : droppedRules(value, kept[1], place);
  });
}
