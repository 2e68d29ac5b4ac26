import type { FieldSchema } from '../pipelines/pipeline.ts';
import { fieldsOf, itemsOf, type FormField } from './form-field.ts';

/** A decoded `application/x-www-form-urlencoded` body. */
export type FormBody = Readonly<Record<string, string | string[]>>;

/** The data in a form body, typed as the schema says; what was left blank is absent. */
export function readFormBody(schema: FieldSchema, body: FormBody): Record<string, unknown> {
  return readObject(schema, '', body) ?? {};
}

/** `undefined` when every field of it was left blank. */
function readObject(
  schema: FieldSchema,
  pointer: string,
  body: FormBody,
): Record<string, unknown> | undefined {
  const values = fieldsOf(schema, pointer)
    .map((field): [string, unknown] => [field.key, readField(field, body)])
    .filter(([, value]) => value !== undefined);
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

function readField(field: FormField, body: FormBody): unknown {
  const { schema, pointer, isRequired } = field;
  if (schema.type === 'object') {
    return readObject(schema, pointer, body) ?? (isRequired ? {} : undefined);
  }
  if (schema.type === 'array') return readItems(field, body);
  const text = textOf(field, body);
  if (schema.type === 'boolean') return text !== undefined || (isRequired ? false : undefined);
  if (text === undefined) return undefined;
  if (schema.enum !== undefined) {
    return schema.enum.find((choice) => String(choice) === text) ?? text;
  }
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber ? readNumber(text) : text;
}

/**
 * Blank items are passed over, so that the second of three may be left out; too few objects are
 * made up with empty ones, so that the check names their fields.
 */
function readItems(field: FormField, body: FormBody): unknown[] | undefined {
  const { items, minItems = 0 } = field.schema;
  const filled = itemsOf(field)
    .map((item) => readField({ ...item, isRequired: false }, body))
    .filter((value) => value !== undefined);
  if (filled.length === 0 && !field.isRequired) return undefined;
  if (items?.type !== 'object') return filled;
  const lacking = Math.max(minItems - filled.length, 0);
  return [...filled, ...Array.from({ length: lacking }, () => ({}))];
}

/** Text that is no number stays text, for the check to find. */
function readNumber(text: string): number | string {
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}

/** What was typed, without spaces around it; `undefined` when nothing was. */
function textOf(field: FormField, body: FormBody): string | undefined {
  const given = Object.hasOwn(body, field.name) ? body[field.name] : undefined;
  const text = (Array.isArray(given) ? given[0] : given)?.trim();
  return text === '' ? undefined : text;
}
