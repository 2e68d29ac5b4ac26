import type TypeBox from 'typebox';

type Shape = Readonly<Record<string, unknown>>;

const typed =
  (type: string) =>
  (options: Shape = {}): Shape => ({ type, ...options });

/** Schemas of optional members. */
const optional = new WeakSet<Shape>();

const shapes = {
  String: typed('string'),
  Integer: typed('integer'),
  Boolean: typed('boolean'),
  Null: typed('null'),
  Unknown: (options: Shape = {}): Shape => ({ ...options }),
  Literal: (value: unknown): Shape => ({ type: typeof value, const: value }),
  Array: (items: Shape, options: Shape = {}): Shape => ({ type: 'array', items, ...options }),
  Union: (anyOf: readonly Shape[], options: Shape = {}): Shape => ({ anyOf, ...options }),
  Object(properties: Readonly<Record<string, Shape>>, options: Shape = {}): Shape {
    const required = Object.entries(properties)
      .filter(([, shape]) => !optional.has(shape))
      .map(([name]) => name);
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  Optional(shape: Shape): Shape {
    const copy = { ...shape };
    optional.add(copy);
    return copy;
  },
};

/**
 * The few builders of TypeBox that the routes use, with its types. Loading TypeBox itself would take
 * a quarter of the proxy's start and 20 MB of memory (ADR 10).
 */
export const Type = shapes as unknown as Pick<typeof TypeBox, keyof typeof shapes>;
