/** A field that no input can stand for; the form cannot be filled in, and says so. */
export function UnsupportedField(): never {
  throw new Error('A field of the schema has no type that can be shown');
}
