import type { RJSFSchema } from '@rjsf/utils';
import { NULLABLE } from '../fields/kinds.ts';
import { canonical } from '../../validation/json.ts';
import { OPTION_DETAILS, type OptionDetails, optionDetails } from '../fields/options.ts';
import type { Part, QuestionNode } from './question-node.ts';
import { CHOOSES, SILENT, typeOf } from './schema.ts';

/** The part that says what a value is; others restrict it. */
export const askingPart = (parts: readonly Part[]) =>
  parts.find(({ schema }) => ['type', 'enum', 'const'].some((name) => name in schema));

export function leafNode(
  merged: RJSFSchema,
  parts: readonly Part[],
): Pick<QuestionNode, 'kind' | 'schema' | 'isSilent'> {
  const schema = withoutTextRules(merged);
  // A condition that demands one value of a question does not answer it: validation explains it.
  const asking = askingPart(parts);
  const own = parts.filter(({ source }) => source === asking?.source);
  const given = parts.find((part) => part.schema[SILENT] === true);
  const fixed = given ?? own.find((part) => 'const' in part.schema);
  const chooses = (part: Part) => part.source === asking?.source || part.schema[CHOOSES] === true;
  const offering = schema[CHOOSES] === true ? parts.filter(chooses) : parts;
  const values = valuesIn(schema.type === 'boolean' ? own : offering);
  if (values === undefined && fixed === undefined) schema.type ??= guessedType(schema);
  if (schema.type === 'null' || fixed !== undefined) {
    const constant: unknown = fixed?.schema['const'] ?? null;
    if (isSilent(constant, schema)) {
      schema.const = constant as RJSFSchema['const'];
      return { kind: 'leaf', schema, isSilent: true };
    }
    schema.type ??= typeOf([constant]) as 'string';
    // Opening a form takes no option that only stands there: the service must have given it.
    if (constant === true || schema.default !== constant) delete schema.default;
    // `false` is one of two answers; everything else is one option, which the candidate may take.
    const shown = constant === false ? schema : withOptions(schema, [constant]);
    return { kind: 'leaf', schema: shown, isSilent: false };
  }
  if (values !== undefined) {
    schema.type ??= typeOf(values) as 'string';
    if (values.includes(null)) schema[NULLABLE] = !hasTitle(schema, null);
    const isConsent = schema.type === 'boolean' && values.length === 1;
    // Opening a form gives no consent, and a default that is no option chooses nothing.
    if (isConsent || !values.includes(schema.default)) delete schema.default;
    return { kind: 'leaf', schema: withOptions(schema, values), isSilent: false };
  }
  return { kind: 'leaf', schema, isSilent: false };
}

/** Whether an option has a title of its own. A `null` without one also means an empty field. */
function hasTitle(schema: RJSFSchema, option: unknown): boolean {
  return optionDetails(schema).some(({ value, title }) => value === option && Boolean(title));
}

/** A field without a type is text, unless something suggests another one. */
function guessedType(schema: RJSFSchema): 'string' | 'number' | 'boolean' {
  const isNumber = ['minimum', 'maximum', 'multipleOf'].some((keyword) => keyword in schema);
  return isNumber ? 'number' : (typeOf([schema.default]) as 'string');
}

/** A constant that nothing describes is no question, unless it is a yes or no. */
function isSilent(constant: unknown, schema: RJSFSchema): boolean {
  if (schema[SILENT] === true || schema.readOnly === true || constant === null) return true;
  if (typeof constant === 'boolean') return false;
  return schema.title === undefined && !hasTitle(schema, constant);
}

/** The values that all parts allow; those of the first part where they contradict each other. */
function valuesIn(parts: readonly Part[]): unknown[] | undefined {
  const lists = parts.map(({ schema }) => schema['enum']).filter((values) => Array.isArray(values));
  const [first = [], ...others] = lists.map((values) => values.map((each) => JSON.stringify(each)));
  const isCommon = (text: string) => others.every((texts) => texts.includes(text));
  if (lists[0] === undefined) return undefined;
  if (!first.some(isCommon)) return lists[0];
  return lists[0].filter((_item: unknown, index: number) => isCommon(first[index] ?? ''));
}

/** A schema of options, with the details of these only, once each. */
function withOptions(schema: RJSFSchema, values: readonly unknown[]): RJSFSchema {
  const ids = new Set(values.map(canonical));
  const details = new Map<string, OptionDetails>();
  for (const each of optionDetails(schema)) {
    const id = canonical(each.value);
    if (ids.has(id) && !details.has(id)) details.set(id, each);
  }
  const options = { enum: [...values] as RJSFSchema['enum'] };
  if (details.size === 0) return { ...schema, ...options };
  return { ...schema, ...options, [OPTION_DETAILS]: [...details.values()] };
}

/** `format` and its like count for texts only: what is no text has none. */
function withoutTextRules(schema: RJSFSchema): RJSFSchema {
  if (schema.type === undefined || [schema.type].flat().includes('string')) return { ...schema };
  const { format: _format, contentEncoding: _encoding, contentMediaType: _type, ...rest } = schema;
  return rest as RJSFSchema;
}
