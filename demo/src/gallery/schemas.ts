import type { FieldSchema, FormSchema } from 'precandidate-contract';

/** A schema whose properties are all required unless `more` says otherwise. */
export function form(
  properties: Record<string, FieldSchema>,
  more: Partial<FormSchema> = {},
): FormSchema {
  return { type: 'object', properties, required: Object.keys(properties), ...more };
}

export function text(title: string, more: FieldSchema = {}): FieldSchema {
  return { type: 'string', title, ...more };
}
