/** A form with one field. */
export const formOf = (field: unknown) => ({ type: 'object', properties: { a: field } });

/** An object in an object, `levels` deep. */
export function nested(levels: number): unknown {
  let inner: unknown = { type: 'string' };
  for (let level = 0; level < levels; level += 1)
    inner = { type: 'object', properties: { a: inner } };
  return inner;
}

/** Definitions that each refer twice to the next: unfolds to 2 ** `levels`. */
export function refBomb(levels: number): Record<string, unknown> {
  const definitions: Record<string, unknown> = { [`d${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/definitions/d${level + 1}` };
    definitions[`d${level}`] = { allOf: [next, next] };
  }
  return { type: 'object', definitions, properties: { a: { $ref: '#/definitions/d0' } } };
}

/** `count` text fields. */
export const manyFields = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string' }]),
  ),
});
