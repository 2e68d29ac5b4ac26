/**
 * The JSON of plain data. Old libraries, such as Prototype.js, add `toJSON` to arrays or objects, which
 * would change what is sent; the replacer returns the value itself.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name: string) {
    return this[name];
  });
}
