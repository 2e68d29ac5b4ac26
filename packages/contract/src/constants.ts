/** Keywords that do not restrict a constant further. */
const BESIDE_CONSTANT = new Set(['const', 'title', 'description', 'type', 'deprecated']);

/**
 * The values of a `oneOf` or `anyOf` of constants, which is an `enum` with titles: proxy and widget
 * validate it as one. `undefined` for other branches, and when a value repeats.
 */
export function constantsOf(branches: unknown): unknown[] | undefined {
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  if (!branches.every(isConstant)) return undefined;
  const values = branches.map((branch) => branch.const);
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return texts.size === values.length ? values : undefined;
}

function isConstant(branch: unknown): branch is { const: unknown; type?: unknown } {
  if (typeof branch !== 'object' || branch === null || !Object.hasOwn(branch, 'const'))
    return false;
  const { const: value, type } = branch as { const: unknown; type?: unknown };
  return (
    Object.keys(branch).every((keyword) => BESIDE_CONSTANT.has(keyword)) &&
    (type === undefined || isOfType(value, type))
  );
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}
