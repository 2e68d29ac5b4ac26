import type { RJSFSchema } from '@rjsf/utils';
import { memoized } from '../../validation/json.ts';
import { readableName } from '../fields/labels.ts';
import { titlesOf } from './annotations.ts';
import type { QuestionNode, QuestionSource } from './question-node.ts';
import { forbiddenNames, isSchema, NEVER, type Schema } from './schema.ts';

/** Names a field whose title another field of its object has, too. */
export const NAMED = 'x-named';

export function objectNode(
  merged: RJSFSchema,
  schemas: readonly Schema[],
  questions: QuestionSource,
): Pick<QuestionNode, 'kind' | 'schema' | 'children'> {
  const sources = new Map<string, unknown[]>();
  for (const name of namesIn(schemas)) sources.set(name, []);
  for (const { properties } of schemas)
    for (const [name, source] of Object.entries((properties as Schema | undefined) ?? {}))
      sources.get(name)?.push(source);
  const required = new Set(schemas.flatMap(({ required: names }) => namesOf(names)));
  const rules = schemas.map((schema) => forbiddenNames(schema, questions.schemas));
  const isForbidden = (name: string) => rules.some((forbids) => forbids(name));
  const { deref } = questions.schemas;
  const titleOf = ([name, all]: [string, unknown[]]) =>
    isForbidden(name) ? undefined : titlesOf(all.filter(isSchema).map(deref)).at(-1);
  const titles = [...sources].map(titleOf);
  const isAlike = (title?: string) =>
    title !== undefined && titles.indexOf(title) !== titles.lastIndexOf(title);
  const children = [...sources].map(([name, all], at) => {
    const alike = isAlike(titles[at]) ? all.filter(isSchema).slice(0, 1) : [];
    const named = alike.map((source) => namedPart(source, name));
    const id = questions.ask([...all, ...named, ...(isForbidden(name) ? [NEVER] : [])]);
    return [name, { id, isRequired: required.has(name) }] as const;
  });
  return { kind: 'object', schema: { ...merged, type: 'object' }, children: new Map(children) };
}

/** By the schema and the name of a field. The same objects each time, so that its question stays the same. */
const namedParts = memoized((_source: Schema) => new Map<string, Schema>());

/** Tells a field apart from others of its object with the same title. */
function namedPart(source: Schema, name: string): Schema {
  const parts = namedParts(source);
  const part = parts.get(name) ?? { [NAMED]: readableName(name) };
  parts.set(name, part);
  return part;
}

const namesOf = (names: unknown): string[] => (Array.isArray(names) ? (names as string[]) : []);

/** The fields of an object. A required name without a definition is one too, since it must be given. */
export function namesIn(schemas: readonly Schema[]): Set<string> {
  const defined = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const isClosed = schemas.some((schema) => schema['additionalProperties'] === false);
  const required = isClosed ? [] : schemas.flatMap(({ required: names }) => namesOf(names));
  return new Set([...defined, ...required]);
}
