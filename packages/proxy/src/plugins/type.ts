import type TypeBox from 'typebox';

type Shape = Readonly<Record<string, unknown>>;

const typed =
  (type: string) =>
  (options: Shape = {}): Shape => ({ type, ...options });

/** Shapes that {@link Type.Optional} made, which their object does not require. */
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
 * The few builders of TypeBox that routes are described with, and its types. What TypeBox loads for
 * all the others would be a fifth of the proxy's memory and of its start.
 */
export const Type = shapes as unknown as Pick<typeof TypeBox, keyof typeof shapes>;
