import { childPointer, constantsOf, valueAt } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { refPointer } from './references.ts';
import type { SchemaGraph } from './schema-graph.ts';
import { isTextList, type Schema, schemaUnusable } from './schema-rules.ts';

/** Keywords with schemas for the same value: one, a list, or by name. The condition itself asks nothing. */
const SCHEMA = ['then', 'else'];
const LIST = ['allOf', 'anyOf', 'oneOf'];
const BY_NAME = ['dependentSchemas', 'dependencies'];
/** Keywords with names of further required fields, by name. */
const BY_NAME_LIST = ['dependentRequired', 'dependencies'];

/**
 * Every schema that can apply to the value of some schemas: through `$ref`, `allOf`, results of conditions, and
 * branches, whatever the data is. None of the references leads back to itself.
 */
export function appliedSchemas(root: unknown, sources: readonly unknown[]): Schema[] {
  const found = new Set<Schema>();
  const visit = (node: unknown): void => {
    if (!isJsonObject(node) || found.has(node)) return;
    found.add(node);
    const { $ref } = node;
    const pointer = refPointer($ref);
    if (pointer !== undefined) visit(valueAt(root, pointer));
    for (const keyword of SCHEMA) visit(node[keyword]);
    for (const keyword of LIST) {
      const list = node[keyword];
      // One field with options.
      if (constantsOf(list) === undefined) Object.values(list ?? {}).forEach(visit);
    }
    for (const keyword of BY_NAME) Object.values(node[keyword] ?? {}).forEach(visit);
  };
  sources.forEach(visit);
  return [...found];
}

/** The schemas of each field. A required name is a field also without a schema. */
export function fieldsOf(nodes: readonly Schema[]): Map<string, unknown[]> {
  const children = new Map<string, unknown[]>();
  const add = (name: string, source?: unknown) => {
    const sources = children.get(name) ?? [];
    if (source !== undefined) sources.push(source);
    children.set(name, sources);
  };
  for (const node of nodes) {
    const { properties, required } = node;
    for (const [name, source] of Object.entries(properties ?? {}))
      if (source !== false) add(name, source);
    for (const name of [required, ...BY_NAME_LIST.flatMap((keyword) => valuesOf(node[keyword]))])
      if (Array.isArray(name)) name.forEach((each) => add(String(each)));
  }
  return children;
}

const valuesOf = (map: unknown): unknown[] => (isJsonObject(map) ? Object.values(map) : []);

/**
 * Opens each object that is closed (`additionalProperties: false`) beside a condition, a branch, or a part that
 * has further fields, and each closed part of an object that requires a field which the part does not define: it
 * would refuse every answer to them, and a candidate could not complete the form. Authors who write this mean
 * `unevaluatedProperties`. Changes the schemas, which are our own copies.
 *
 * @returns the pointers of the opened schemas
 */
export function openClosedObjects({ nodes }: SchemaGraph): string[] {
  const root = nodes.get('');
  const closed = [...nodes.values()].filter(isClosed);
  if (closed.length === 0) return [];
  const opened = new Set<unknown>(
    closed.filter((node) => {
      const { dependencies, dependentRequired } = node;
      const others = appliedSchemas(root, [node]).filter((each) => each !== node);
      return !definesAll(node, fieldsOf([...others, { dependencies, dependentRequired }]).keys());
    }),
  );
  for (const node of nodes.values()) {
    const required = isJsonObject(node) ? alwaysRequired(root, node) : new Set<string>();
    if (required.size === 0) continue;
    for (const part of appliedSchemas(root, [node]).filter(isClosed)) {
      const own = new Set(isTextList(part['required']) ? part['required'] : []);
      const others = [...required].filter((name) => !own.has(name));
      const hasFields = Object.keys(part['properties'] ?? {}).length > 0;
      if (part !== node && hasFields && !definesAll(part, others)) opened.add(part);
    }
  }
  return [...nodes].flatMap(([pointer, node]) => {
    if (!opened.has(node) || !isClosed(node)) return [];
    delete node['additionalProperties'];
    return [pointer];
  });
}

/** Names by pattern are left to the service. */
const isClosed = (node: unknown): node is Schema =>
  isJsonObject(node) &&
  node['additionalProperties'] === false &&
  node['patternProperties'] === undefined;

function definesAll({ properties }: Schema, names: Iterable<string>): boolean {
  return [...names].every((name) => isJsonObject(properties) && Object.hasOwn(properties, name));
}

/** The names that a schema, its `allOf`, and the targets of its references require of each value. */
function alwaysRequired(root: unknown, node: Schema): Set<string> {
  const found = new Set<Schema>();
  const visit = (each: unknown): void => {
    if (!isJsonObject(each) || found.has(each)) return;
    found.add(each);
    const pointer = refPointer(each['$ref']);
    if (pointer !== undefined) visit(valueAt(root, pointer));
    Object.values(each['allOf'] ?? {}).forEach(visit);
  };
  visit(node);
  return new Set([...found].flatMap(({ required }) => (isTextList(required) ? required : [])));
}

/**
 * Throws where no data would be accepted, so that the form could never be submitted: a closed object
 * (`additionalProperties: false`) requires a name that it does not define, or an object needs more fields
 * (`minProperties`) than it names. Looks only at schemas that apply to all data: the root, and from there
 * members of `allOf`, targets of `$ref`, and required fields that must be objects. Elsewhere, the
 * candidate may leave the field empty or choose another branch.
 *
 * @param pointer - of a schema from which no `$ref` leads back to itself
 * @param isForm - or a part of it: its value is an object, whatever its `type`
 * @param isPart - others describe the same object
 */
export function assertSatisfiable(
  graph: SchemaGraph,
  pointer = '',
  isForm = true,
  isPart = false,
): void {
  const node = graph.nodes.get(pointer);
  if (!isJsonObject(node)) return;
  const to = refPointer(node['$ref']);
  const isAlone = Object.keys(node).length === 1;
  if (to !== undefined) return assertSatisfiable(graph, to, isForm, isPart || !isAlone);
  const { type, allOf, patternProperties, additionalProperties } = node;
  const isObject = isForm || type === 'object';
  if (Array.isArray(allOf))
    for (const index of allOf.keys())
      assertSatisfiable(graph, childPointer(`${pointer}/allOf`, index), isObject, true);
  if (!isObject) return;
  if (!isPart) assertEnoughFields(node, graph, pointer);
  const properties = isJsonObject(node['properties']) ? node['properties'] : {};
  const required = isTextList(node['required']) ? node['required'] : [];
  // Patterns are left to the service: running one against a long name may take long.
  const refusesOthers = additionalProperties === false && patternProperties === undefined;
  for (const name of required)
    if (Object.hasOwn(properties, name))
      assertSatisfiable(graph, childPointer(`${pointer}/properties`, name), false);
    else if (refusesOthers)
      throw schemaUnusable('requires a field that it does not allow', `${pointer}/required`);
}

/** A form has no editor for names that the candidate invents. */
function assertEnoughFields(node: Schema, { nodes }: SchemaGraph, pointer: string): void {
  const all = appliedSchemas(nodes.get(''), [node]);
  if (all.some(({ patternProperties, propertyNames }) => patternProperties ?? propertyNames))
    return;
  if (Number(node['minProperties'] ?? 0) > fieldsOf(all).size)
    throw schemaUnusable('requires fields that it does not name', pointer);
}
