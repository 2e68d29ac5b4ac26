import { constantsOf } from 'precandidate-contract';
import { childPointer, refPointer } from './json-pointer.ts';
import { SCHEMA_LIMITS, type SchemaNode, schemaUnusable } from './schema-rules.ts';
import { isJsonObject } from '../shared/json.ts';

/**
 * Throws unless every `$ref` points into the document, does not loop, and the expanded form stays
 * small. A schema may contain itself through a field, which stays closed until the candidate opens it,
 * or through rows that the candidate adds.
 */
export function assertRefsEnd(nodes: Nodes): void {
  measure(nodes, edgesWithoutFields, (pointer) => {
    throw schemaUnusable('refers to itself without end', pointer);
  });
  measure(nodes, allEdges, () => 1);
  assertPlainReturns(nodes);
}

/** Counts the schemas that each schema expands to; `onReturn` counts or refuses a loop. */
function measure(
  nodes: Nodes,
  edgesOf: (pointer: string, nodes: Nodes) => Edge[],
  onReturn: (pointer: string) => number,
): void {
  const sizes = new Map<string, number>();
  const open = new Set<string>();

  function size(pointer: string): number {
    const known = sizes.get(pointer);
    if (known !== undefined) return known;
    if (open.has(pointer)) return onReturn(pointer);
    if (open.size >= SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts');
    open.add(pointer);
    const below = edgesOf(pointer, nodes);
    const total = below.reduce((sum, { to, times }) => sum + times * size(to), 1);
    open.delete(pointer);
    if (total > SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts', pointer);
    sizes.set(pointer, total);
    return total;
  }

  for (const pointer of nodes.keys()) size(pointer);
}

const SHAPES = ['oneOf', 'anyOf'];

type Targets = ReadonlyMap<string, readonly string[]>;

/** Throws where a recursive schema has a condition or combination: RJSF would resolve it without end. */
function assertPlainReturns(nodes: Nodes): void {
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

/** A branch or null renders as that branch: there is nothing to choose. */
function isOrNull(options: unknown): boolean {
  if (!Array.isArray(options)) return false;
  const isNull = (option: unknown) => isJsonObject(option) && option['type'] === 'null';
  return options.length > 1 && options.filter((option) => !isNull(option)).length === 1;
}

/** The nodes that lead into a cycle: removes those that lead nowhere, again and again. */
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

/** Keywords whose schemas apply to the same value. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
const IN_PLACE_BY_NAME = ['dependencies', 'dependentSchemas'];
/** Keywords that depend on the value. */
const BRANCHING = [...IN_PLACE, ...IN_PLACE_BY_NAME, 'patternProperties'];
/** Keywords for the rows of a list. */
const PER_ROW = ['items', 'prefixItems', 'contains'];

/** Keywords that apply only where there is data. */
const WITH_DATA = [...PER_ROW, 'patternProperties', 'additionalProperties'];

/** Every schema of a document by its pointer. */
type Nodes = ReadonlyMap<string, SchemaNode>;

/** A subschema that a form renders with a schema, and how often before the candidate adds rows. */
interface Edge {
  to: string;
  times: number;
}

/** To schemas for the same value or a required row. Throws on a dangling `$ref`. */
function edgesWithoutFields(pointer: string, nodes: Nodes): Edge[] {
  const node = nodes.get(pointer);
  if (!isJsonObject(node)) return [];
  const rows = Math.max(Number(node['minItems'] ?? 0), Number(node['minContains'] ?? 0));
  return [
    ...refEdge(pointer, node['$ref'], nodes),
    ...edgesUnder([...IN_PLACE, ...IN_PLACE_BY_NAME], 1, pointer, nodes),
    ...(rows === 0 ? [] : edgesUnder(PER_ROW, rows, pointer, nodes)),
  ];
}

/** The same, and to fields. */
function allEdges(pointer: string, nodes: Nodes): Edge[] {
  return [...edgesWithoutFields(pointer, nodes), ...edgesUnder(['properties'], 1, pointer, nodes)];
}

/** The same, and to schemas for further data. */
function edgesWithData(pointer: string, nodes: Nodes): Edge[] {
  return [...allEdges(pointer, nodes), ...edgesUnder(WITH_DATA, 1, pointer, nodes)];
}

function refEdge(pointer: string, ref: unknown, nodes: Nodes): Edge[] {
  if (typeof ref !== 'string') return [];
  const to = refPointer(ref);
  if (to === undefined || !nodes.has(to))
    throw schemaUnusable('refers to something outside itself', childPointer(pointer, '$ref'));
  return [{ to, times: 1 }];
}

/** To the schemas right under some keywords. */
function edgesUnder(
  keywords: readonly string[],
  times: number,
  pointer: string,
  nodes: Nodes,
): Edge[] {
  return keywords
    .flatMap((keyword) => heldBy(pointer, keyword, nodes))
    .map((to) => ({ to, times }));
}

/** Pointers of the schemas right under a keyword: itself, or its items or members. */
function heldBy(pointer: string, keyword: string, nodes: Nodes): string[] {
  const node = nodes.get(pointer);
  if (!isJsonObject(node) || !Object.hasOwn(node, keyword)) return [];
  const place = childPointer(pointer, keyword);
  if (nodes.has(place)) return [place];
  const value = node[keyword];
  if (typeof value !== 'object' || value === null) return [];
  // One field with options, however many there are.
  if (SHAPES.includes(keyword) && constantsOf(value) !== undefined) return [];
  return Object.keys(value)
    .map((name) => childPointer(place, name))
    .filter((child) => nodes.has(child));
}
