import { isJsonObject } from './is-json-object.ts';
import { BRANCHING, edgesUnder, edgesWithData, type Nodes } from './schema-edges.ts';
import { schemaUnusable } from './schema-unusable.ts';

const SHAPES = ['oneOf', 'anyOf'];

type Targets = ReadonlyMap<string, readonly string[]>;

/**
 * Throws where a schema that comes back to itself meets a condition or combination: what draws forms
 * resolves these anew at each level, looks into all shapes of a part, and would not end.
 */
export function assertPlainReturns(nodes: Nodes): void {
  const targets = new Map(
    [...nodes.keys()].map((from) => [from, edgesWithData(from, nodes).map(({ to }) => to)]),
  );
  const leading = withoutDeadEnds(targets);
  if (leading.size === 0) return;
  const returning = withoutDeadEnds(inverse(leading));
  for (const [pointer, node] of nodes) {
    if (!isJsonObject(node)) continue;
    const branching = BRANCHING.filter(
      (keyword) => Object.hasOwn(node, keyword) && !isOrNull(node[keyword]),
    );
    const shapes = edgesUnder(intersection(SHAPES, branching), 1, pointer, nodes);
    if (
      (branching.length > 0 && returning.has(pointer)) ||
      shapes.some(({ to }) => leading.has(to))
    )
      throw schemaUnusable('refers to itself within a condition or combination', pointer);
  }
}

const intersection = (some: readonly string[], others: readonly string[]) =>
  some.filter((keyword) => others.includes(keyword));

/** “This or null” is drawn as this: there is nothing to choose between. */
function isOrNull(options: unknown): boolean {
  if (!Array.isArray(options)) return false;
  const isNull = (option: unknown) => isJsonObject(option) && option['type'] === 'null';
  return options.length > 1 && options.filter((option) => !isNull(option)).length === 1;
}

/** What is left once all is gone that leads nowhere, or only to what is gone: what leads in circles. */
function withoutDeadEnds(targets: Targets): Targets {
  const sources = inverse(targets);
  const open = new Map([...targets].map(([from, to]) => [from, to.length]));
  const gone = [...open].filter(([, count]) => count === 0).map(([pointer]) => pointer);
  for (const pointer of gone) {
    open.delete(pointer);
    for (const from of sources.get(pointer) ?? []) {
      const count = (open.get(from) ?? 0) - 1;
      open.set(from, count);
      if (count === 0) gone.push(from);
    }
  }
  return new Map(
    [...open.keys()].map((from) => [from, (targets.get(from) ?? []).filter((to) => open.has(to))]),
  );
}

function inverse(targets: Targets): Map<string, string[]> {
  const sources = new Map<string, string[]>([...targets.keys()].map((pointer) => [pointer, []]));
  for (const [from, all] of targets) for (const to of all) sources.get(to)?.push(from);
  return sources;
}
