import { constantsOf } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { childPointer, refPointer } from './json-pointer.ts';
import { SCHEMA_LIMITS, type SchemaNode, schemaUnusable } from './schema-rules.ts';

/** Every schema of a document by its pointer. */
type Nodes = ReadonlyMap<string, SchemaNode>;

/** From a schema to one that a keyword of it holds or, for `$ref`, names. */
interface Edge {
  keyword: string;
  to: string;
  /** How often a form renders it before the candidate adds rows. */
  times: number;
}

type Edges = ReadonlyMap<string, readonly Edge[]>;

const SHAPES = ['oneOf', 'anyOf'];
/** Keywords whose schemas apply to the same value. */
const IN_PLACE = [
  ...SHAPES,
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
];
/** Keywords that depend on the value. */
const BRANCHING = [...IN_PLACE, 'patternProperties'];
/** Keywords for the rows of a list. */
const PER_ROW = ['items', 'prefixItems', 'contains'];
const WITHOUT_FIELDS = ['$ref', ...IN_PLACE, ...PER_ROW];
const WITH_FIELDS = [...WITHOUT_FIELDS, 'properties'];
const WITH_DATA = [...WITH_FIELDS, 'patternProperties', 'additionalProperties'];

/**
 * Throws unless every `$ref` points into the document, does not loop, and the expanded form stays
 * small. A schema may contain itself through a field, which stays closed until the candidate opens it,
 * or through rows that the candidate adds.
 */
export function assertRefsEnd(nodes: Nodes): void {
  const edges = new Map([...nodes.keys()].map((pointer) => [pointer, edgesFrom(pointer, nodes)]));
  measure(edges, WITHOUT_FIELDS, (pointer) => {
    throw schemaUnusable('refers to itself without end', pointer);
  });
  measure(edges, WITH_FIELDS, () => 1);
  assertPlainReturns(nodes, edges);
}

/** Counts the schemas that each schema expands to; `onReturn` counts or refuses a loop. */
function measure(
  edges: Edges,
  keywords: readonly string[],
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
    let total = 1;
    for (const { keyword, to, times } of edges.get(pointer) ?? [])
      if (times > 0 && keywords.includes(keyword)) total += times * size(to);
    open.delete(pointer);
    if (total > SCHEMA_LIMITS.unfolded) throw schemaUnusable('unfolds to too many parts', pointer);
    sizes.set(pointer, total);
    return total;
  }

  for (const pointer of edges.keys()) size(pointer);
}

type Targets = ReadonlyMap<string, readonly string[]>;

/** Throws where a recursive schema has a condition or combination: RJSF would resolve it without end. */
function assertPlainReturns(nodes: Nodes, edges: Edges): void {
  const targets = new Map(
    [...edges].map(([from, all]) => [
      from,
      all.filter(({ keyword }) => WITH_DATA.includes(keyword)).map(({ to }) => to),
    ]),
  );
  const leading = withoutDeadEnds(targets);
  if (leading.size === 0) return;
  const returning = withoutDeadEnds(inverse(leading));
  for (const [pointer, node] of nodes) {
    if (!isJsonObject(node)) continue;
    const branching = BRANCHING.filter(
      (keyword) => Object.hasOwn(node, keyword) && !isOrNull(node[keyword]),
    );
    const isReturning = branching.length > 0 && returning.has(pointer);
    const hasRecursiveShape = edges
      .get(pointer)
      ?.some(
        ({ keyword, to }) =>
          SHAPES.includes(keyword) && branching.includes(keyword) && leading.has(to),
      );
    if (isReturning || hasRecursiveShape)
      throw schemaUnusable('refers to itself within a condition or combination', pointer);
  }
}

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

function edgesFrom(pointer: string, nodes: Nodes): Edge[] {
  const node = nodes.get(pointer);
  if (!isJsonObject(node)) return [];
  const rows = Math.max(Number(node['minItems'] ?? 0), Number(node['minContains'] ?? 0));
  return Object.keys(node).flatMap((keyword) => {
    const times = PER_ROW.includes(keyword) ? rows : 1;
    return targetsOf(keyword, pointer, node, nodes).map((to) => ({ keyword, to, times }));
  });
}

/** Pointers of the schemas right under a keyword: itself, or its items or members. */
function targetsOf(
  keyword: string,
  pointer: string,
  node: Record<string, unknown>,
  nodes: Nodes,
): string[] {
  const place = childPointer(pointer, keyword);
  const value = node[keyword];
  if (keyword === '$ref') {
    const to = refPointer(String(value));
    if (to !== undefined && nodes.has(to)) return [to];
    throw schemaUnusable('refers to something outside itself', place);
  }
  if (nodes.has(place)) return [place];
  if (typeof value !== 'object' || value === null) return [];
  // One field with options, however many there are.
  if (SHAPES.includes(keyword) && constantsOf(value) !== undefined) return [];
  return Object.keys(value)
    .map((name) => childPointer(place, name))
    .filter((child) => nodes.has(child));
}
