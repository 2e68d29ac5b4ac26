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

/** The names that schemas declare as fields. */
export function declaredIn(nodes: readonly Schema[]): Set<string> {
  return new Set(nodes.flatMap(({ properties }) => Object.keys(properties ?? {})));
}

export const requiredIn = ({ required }: Schema): string[] =>
  isTextList(required) ? required : [];

/** A schema with its `allOf` and the targets of its references: what applies whenever it does. */
export function alwaysApplied(root: unknown, node: Schema): Schema[] {
  const found = new Set<Schema>();
  const visit = (each: unknown): void => {
    if (!isJsonObject(each) || found.has(each)) return;
    found.add(each);
    const pointer = refPointer(each['$ref']);
    if (pointer !== undefined) visit(valueAt(root, pointer));
    Object.values(each['allOf'] ?? {}).forEach(visit);
  };
  visit(node);
  return [...found];
}

/** A schema that applies to an object only with a condition or in a branch. */
export interface ConditionalSchema {
  /** The names that the condition looks at, without which it does not hold. */
  reads: readonly string[];
  schema: Schema;
}

/** What the conditions, dependencies, and branches of a schema add. */
export function conditionalSchemas(root: unknown, node: Schema): ConditionalSchema[] {
  const { if: condition, then, else: otherwise, anyOf, oneOf } = node;
  const { dependencies, dependentSchemas, dependentRequired } = node;
  const read = isJsonObject(condition) ? alwaysApplied(root, condition).flatMap(requiredIn) : [];
  const dependent = [dependencies, dependentSchemas, dependentRequired].flatMap((rules) =>
    Object.entries(rules ?? {}).map(([name, rule]) => ({
      reads: [name],
      schema: isTextList(rule) ? { required: rule } : rule,
    })),
  );
  const branches = [anyOf, oneOf]
    .filter((list) => constantsOf(list) === undefined)
    .flatMap((list) => Object.values(list ?? {}));
  const others = [otherwise, ...branches].map((schema) => ({ reads: [], schema }));
  const all: { reads: readonly string[]; schema: unknown }[] = [
    { reads: read, schema: then },
    ...others,
    ...dependent,
  ];
  return all.filter((each): each is ConditionalSchema => isJsonObject(each.schema));
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
  // A form has no editor for names that the candidate invents.
  if (!isPart && !hasEnoughFields(node, appliedSchemas(graph.nodes.get(''), [node])))
    throw schemaUnusable('requires fields that it does not name', pointer);
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

/** Whether an object has as many fields as a schema of it demands. Names by a rule are left to the service. */
export function hasEnoughFields({ minProperties = 0 }: Schema, all: readonly Schema[]): boolean {
  const hasOthers = all.some((each) => each['patternProperties'] ?? each['propertyNames']);
  return hasOthers || Number(minProperties) <= fieldsOf(all).size;
}
