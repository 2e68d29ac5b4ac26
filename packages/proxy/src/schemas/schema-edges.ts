import type { SchemaNode } from './admit-node.ts';
import { isJsonObject } from './is-json-object.ts';
import { childPointer, refPointer } from '../submissions/json-pointer.ts';
import { schemaUnusable } from './schema-unusable.ts';

/** Where a schema holds others that judge the same value. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
const IN_PLACE_BY_NAME = ['dependencies', 'dependentSchemas'];
/** Keywords that are resolved by what the value is. */
export const BRANCHING = [...IN_PLACE, ...IN_PLACE_BY_NAME, 'patternProperties'];
/** Where it holds one for each row. */
const PER_ROW = ['items', 'prefixItems', 'contains'];

/** Where it holds one for what the data holds. */
const WITH_DATA = [...PER_ROW, 'patternProperties', 'additionalProperties'];

/** Every schema of a document by its pointer. */
export type Nodes = ReadonlyMap<string, SchemaNode>;

/** From a schema to one that a form enters with it, as often as it does so before anyone adds a row. */
export interface Edge {
  to: string;
  times: number;
}

/** To what judges the same value, or a row that must be there. Throws on a `$ref` that leads nowhere. */
export function edgesWithoutFields(pointer: string, nodes: Nodes): Edge[] {
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
export function allEdges(pointer: string, nodes: Nodes): Edge[] {
  return [...edgesWithoutFields(pointer, nodes), ...edgesUnder(['properties'], 1, pointer, nodes)];
}

/** The same, and to what the data may hold. */
export function edgesWithData(pointer: string, nodes: Nodes): Edge[] {
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
export function edgesUnder(
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
  const place = childPointer(pointer, keyword);
  if (nodes.has(place)) return [place];
  const node = nodes.get(pointer);
  const value = isJsonObject(node) ? node[keyword] : undefined;
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .map((name) => childPointer(place, name))
    .filter((child) => nodes.has(child));
}
