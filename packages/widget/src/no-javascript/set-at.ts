import { pathOf } from '../form/fields/field-id.ts';

/** Sets what stands at a path, and makes the parts and lists on the way to it. */
export function setAt(data: Record<string, unknown>, rjsfId: string, value: unknown): void {
  const path = pathOf(rjsfId);
  if (path.length === 0)
    for (const [name, inner] of Object.entries(value ?? {})) define(data, name, inner);
  let place: Record<string, unknown> = data;
  for (const [index, key] of path.entries()) {
    if (index === path.length - 1) define(place, key, value);
    else {
      const inner = Object.hasOwn(place, key) ? place[key] : undefined;
      const isPart = typeof inner === 'object' && inner !== null;
      const below = isPart ? inner : /^\d+$/.test(path[index + 1] ?? '') ? [] : {};
      if (!isPart) define(place, key, below);
      place = below as Record<string, unknown>;
    }
  }
}

/** A field may be called `__proto__`. */
function define(place: object, key: string, value: unknown): void {
  Object.defineProperty(place, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
