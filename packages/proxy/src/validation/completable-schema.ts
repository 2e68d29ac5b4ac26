import { type FormSchema, namedDraft } from 'precandidate-contract';
import { isJsonObject } from './is-json-object.ts';
import { SUBSCHEMAS, type SubschemaShape } from './schema-keywords.ts';

/** Keywords that more data may satisfy, so that data which is not complete cannot break them. */
const LATER: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'minProperties',
  'minItems',
  'contains',
  'minContains',
  'maxContains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/**
 * The schema that every part of a valid answer satisfies. In doubt it is lenient: the whole answer
 * is judged by the whole schema when it is submitted. `oneOf` becomes `anyOf`, as several branches
 * may fit until more is known.
 */
export function completableSchema(schemaText: string): FormSchema {
  const schema: FormSchema = JSON.parse(schemaText);
  const shapes = SUBSCHEMAS[namedDraft(schema['$schema']) ?? 'draft-07'];
  return completable(schema, shapes) as FormSchema;
}

type Shapes = Readonly<Record<string, SubschemaShape>>;

function completable(node: unknown, shapes: Shapes): unknown {
  if (!isJsonObject(node)) return node;
  const entries = Object.entries(node).filter(([keyword]) => !LATER.has(keyword));
  const kept = entries.map(([keyword, value]) => [keyword, below(keyword, value, shapes)] as const);
  const { oneOf, ...rest } = Object.fromEntries(kept);
  return oneOf === undefined ? rest : { ...rest, allOf: [...allOf(rest), { anyOf: oneOf }] };
}

function allOf({ allOf: given }: Record<string, unknown>): unknown[] {
  return Array.isArray(given) ? given : [];
}

function below(keyword: string, value: unknown, shapes: Shapes): unknown {
  const shape = Object.hasOwn(shapes, keyword) ? shapes[keyword] : undefined;
  if (shape === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => completable(item, shapes));
  if (shape !== 'map') return completable(value, shapes);
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    entries
      .filter(([, child]) => keyword !== 'dependencies' || !Array.isArray(child))
      .map(([name, child]) => [name, completable(child, shapes)]),
  );
}
