import { childPointer } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import {
  alwaysApplied,
  appliedSchemas,
  conditionalSchemas,
  declaredIn,
  fieldsOf,
  hasEnoughFields,
  requiredIn,
} from './applied-schemas.ts';
import type { SchemaGraph } from './schema-graph.ts';
import type { Schema } from './schema-rules.ts';

type Names = ReadonlySet<string>;
const NONE: Names = new Set();

/** By keyword that limits the names of an object: whether that of a schema refuses an object with these names. */
const CLOSES: Readonly<Record<string, (node: Schema, names: Names, root: unknown) => boolean>> = {
  additionalProperties: (node, names) =>
    node['additionalProperties'] === false && lacks([node], names),
  unevaluatedProperties: (node, names, root) =>
    node['unevaluatedProperties'] === false && lacks(appliedSchemas(root, [node]), names),
  propertyNames: ({ propertyNames }, names, root) =>
    [...names].some((name) => refusesText(root, propertyNames, name)),
  maxProperties: ({ maxProperties }, names) => names.size > Number(maxProperties),
  not: ({ not }, names) => refusesPresence(not, names),
};
/** Keywords with which an author closes a part, and forgets what the schemas around it require. */
const CLOSES_PART = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'maxProperties',
];

/** Those with which an author closes a member of `allOf`. */
const CLOSES_MEMBER = ['additionalProperties', 'unevaluatedProperties'];

/** A keyword of a schema. */
type Place = readonly [node: Schema, keyword: string];

/**
 * Drops the keywords that limit the names of an object where they refuse a field that another schema of the object
 * adds: always, with a condition, or in a branch. They would refuse every answer to it, and a candidate could not
 * complete the form. Authors who close an object beside a condition mean `unevaluatedProperties`. Changes the
 * schemas, which are our own copies.
 *
 * @returns the pointers of the dropped keywords
 */
export function openClosedObjects({ nodes }: SchemaGraph): string[] {
  const root = nodes.get('');
  const all = [...nodes.values()].filter(isJsonObject);
  const isLimiting = (node: Schema) =>
    [...Object.keys(CLOSES), 'minProperties'].some((keyword) => node[keyword] !== undefined);
  if (!all.some(isLimiting)) return [];
  const parts = new Set(all.flatMap((node) => othersOf(root, node)));
  const dropped = new Map<Schema, Set<string>>();
  const drop = ([node, keyword]: Place) =>
    dropped.set(node, (dropped.get(node) ?? new Set()).add(keyword));
  for (const node of all) closedToFields(root, node).forEach(drop);
  for (const node of all.filter((each) => !parts.has(each))) {
    contradictionsIn(root, node).forEach(drop);
    tooManyFields(root, node).forEach(drop);
  }
  return [...nodes].flatMap(([pointer, node]) => {
    if (!isJsonObject(node)) return [];
    const own = [...(dropped.get(node) ?? [])].filter((keyword) => Object.hasOwn(node, keyword));
    for (const keyword of own) {
      if (keyword === 'propertyNames') declareListed(node);
      delete node[keyword];
    }
    return own.map((keyword) => childPointer(pointer, keyword));
  });
}

const othersOf = (root: unknown, node: Schema): Schema[] =>
  appliedSchemas(root, [node]).filter((each) => each !== node);

/** Where a schema refuses fields, required or not, that its own conditions, branches, and parts add. */
function closedToFields(root: unknown, node: Schema): Place[] {
  const { dependencies, dependentRequired } = node;
  const others = fieldsOf([...othersOf(root, node), { dependencies, dependentRequired }]);
  const names = new Set(others.keys());
  return ['additionalProperties', 'propertyNames']
    .filter((keyword) => CLOSES[keyword]?.(node, names, root))
    .map((keyword) => [node, keyword]);
}

/** Schemas that apply to one object, and the names that they require together. */
interface Situation {
  schemas: readonly Schema[];
  required: Names;
  /** Names that a condition looks at, which need not be given. */
  read: Names;
}

/**
 * Where schemas refuse what they require together: a schema, what always applies with it, and each of its conditions
 * and branches in turn.
 *
 * @param around - what applies whenever the schema does
 */
function contradictionsIn(root: unknown, node: Schema, around?: Situation): Place[] {
  const own = alwaysApplied(root, node);
  const before = around?.required ?? NONE;
  const read = around?.read ?? NONE;
  const required = new Set([...before, ...read, ...own.flatMap(requiredIn)]);
  const schemas = [...(around?.schemas ?? []), ...own];
  const find = (among: readonly Schema[], keywords: readonly string[], names: Names): Place[] =>
    among.flatMap((each) =>
      keywords
        .filter((keyword) => CLOSES[keyword]?.(each, namesFor(each, keyword, names), root))
        .map((keyword) => [each, keyword] as const),
    );
  return [
    // What the schemas around refuse already without this one is meant: a field that nobody may give. So is a `not`
    // that refuses what the condition looks at: the condition never holds.
    ...find(around?.schemas ?? [], Object.keys(CLOSES), required).filter(
      ([each, keyword]) =>
        !CLOSES[keyword]?.(each, keyword === 'not' ? new Set([...before, ...read]) : before, root),
    ),
    ...find(own, around === undefined ? CLOSES_MEMBER : CLOSES_PART, required),
    ...own
      .flatMap((each) => conditionalSchemas(root, each))
      .flatMap(({ reads, schema }) =>
        contradictionsIn(root, schema, { schemas, required, read: new Set(reads) }),
      ),
  ];
}

/**
 * Without the names that a closed schema itself requires and does not define: `assertSatisfiable` looks at these. One
 * without fields of its own does not describe a part, and is meant as it is.
 */
function namesFor(node: Schema, keyword: string, names: Names): Names {
  if (keyword !== 'additionalProperties') return names;
  if (declaredIn([node]).size === 0) return new Set();
  const own = requiredIn(node);
  return new Set([...names].filter((name) => !own.includes(name)));
}

/** Where a condition or branch asks for more fields than the object has: nobody can add any. */
function tooManyFields(root: unknown, node: Schema): Place[] {
  const always = new Set(alwaysApplied(root, node));
  const all = appliedSchemas(root, [node]);
  return all
    .filter((each) => !always.has(each) && !hasEnoughFields(each, all))
    .map((each) => [each, 'minProperties']);
}

/** Whether schemas have no place for one of these names. Names by pattern are left to the service. */
function lacks(schemas: readonly Schema[], names: Names): boolean {
  const declared = declaredIn(schemas);
  const hasPatterns = schemas.some(({ patternProperties }) => patternProperties !== undefined);
  return !hasPatterns && [...names].some((name) => !declared.has(name));
}

/** Whether a schema for names certainly refuses one; what it does not say by itself is left to the validators. */
function refusesText(root: unknown, schema: unknown, text: string): boolean {
  if (schema === false) return true;
  if (!isJsonObject(schema)) return false;
  return alwaysApplied(root, schema).some((each) => {
    const { enum: listed, const: single = text, pattern, minLength, maxLength } = each;
    return (
      (Array.isArray(listed) && !listed.includes(text)) ||
      single !== text ||
      text.length < Number(minLength) ||
      text.length > Number(maxLength) ||
      // Of the patterns that are cheap for every engine; others have another keyword.
      (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text))
    );
  });
}

/** Whether a `not` refuses an object with these names, whatever their values are. */
function refusesPresence(not: unknown, names: Names): boolean {
  if (!isJsonObject(not)) return false;
  const { type: _type, required, anyOf, ...others } = not;
  if (Object.keys(others).length > 0) return false;
  if (Array.isArray(anyOf))
    return required === undefined && anyOf.some((each) => refusesPresence(each, names));
  const own = requiredIn(not);
  return own.length > 0 && own.every((name) => names.has(name));
}

/** Keeps the fields that a list of names declares beside a schema for further ones. */
function declareListed(node: Schema): void {
  const { propertyNames, additionalProperties: further, properties } = node;
  if (!isJsonObject(propertyNames) || (further !== true && !isJsonObject(further))) return;
  const { enum: listed, const: single } = propertyNames;
  const names: unknown[] = Array.isArray(listed) ? listed : [single];
  const declared = names
    .filter((name) => typeof name === 'string')
    .map((name) => [name, structuredClone(further)]);
  node['properties'] = { ...Object.fromEntries(declared), ...(properties as Schema | undefined) };
}
