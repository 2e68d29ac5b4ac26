import type { FieldSchema } from '../pipelines/pipeline.ts';
import { fieldsOf, itemsOf, type FormField } from './fields.ts';

/** A parsed `application/x-www-form-urlencoded` body. */
export type FormBody = Readonly<Record<string, string | string[]>>;

/** Converts a form body to the types of the schema; blank fields are absent. */
export function parseFormBody(schema: FieldSchema, body: FormBody): Record<string, unknown> {
  return parseObject(schema, '', body) ?? {};
}

/** `undefined` when every field is blank. */
function parseObject(
  schema: FieldSchema,
  pointer: string,
  body: FormBody,
): Record<string, unknown> | undefined {
  const values = fieldsOf(schema, pointer)
    .map((field): [string, unknown] => [field.key, parseField(field, body)])
    .filter(([, value]) => value !== undefined);
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

function parseField(field: FormField, body: FormBody): unknown {
  const { schema, pointer, isRequired } = field;
  if (schema.type === 'object') {
    return parseObject(schema, pointer, body) ?? (isRequired ? {} : undefined);
  }
  if (schema.type === 'array') return parseItems(field, body);
  const text = textOf(field, body);
  if (schema.type === 'boolean') return text !== undefined || (isRequired ? false : undefined);
  if (text === undefined) return undefined;
  if (schema.enum !== undefined) {
    return schema.enum.find((choice) => String(choice) === text) ?? text;
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber ? parseNumber(text) : text;
}

/**
 * Skips blank items, so that the candidate may leave out the second of three. Adds empty objects up
 * to `minItems`, so that validation names their fields.
 */
function parseItems(field: FormField, body: FormBody): unknown[] | undefined {
  const { items, minItems = 0 } = field.schema;
  const filled = itemsOf(field)
    .map((item) => parseField({ ...item, isRequired: false }, body))
    .filter((value) => value !== undefined);
  if (filled.length === 0 && !field.isRequired) return undefined;
  if (items?.type !== 'object') return filled;
  const missing = Math.max(minItems - filled.length, 0);
  return [...filled, ...Array.from({ length: missing }, () => ({}))];
}

/** Text that is not a number stays text, so that validation reports it. */
function parseNumber(text: string): number | string {
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

/** The trimmed value of a control; `undefined` when it is blank. */
function textOf(field: FormField, body: FormBody): string | undefined {
  const given = Object.hasOwn(body, field.name) ? body[field.name] : undefined;
  const text = (Array.isArray(given) ? given[0] : given)?.trim();
  return text === '' ? undefined : text;
}
