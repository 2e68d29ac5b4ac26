import type { FieldSchema } from '../pipelines/pipeline.ts';
import { escapeSegment } from '../errors.ts';

/** A field of the hosted form. */
export interface FormField {
  /** JSON Pointer of the value, e.g. `/referees/0/phone`. */
  pointer: string;
  /** Name of the control: the property name at the top level, else the pointer. */
  name: string;
  /** Last segment of the pointer: a property name, or an item's index from 0. */
  key: string;
  label: string;
  schema: FieldSchema;
  isRequired: boolean;
  /** Only applies when another field has a certain value. */
  isConditional: boolean;
}

const MAX_ITEMS = 5;

function fieldOf(
  parent: string,
  key: string,
  schema: FieldSchema,
  isRequired: boolean,
  isConditional = false,
): FormField {
  const pointer = `${parent}/${escapeSegment(key)}`;
  const isPlain = parent === '' && !key.startsWith('/');
  const label = schema.title ?? schema.description ?? key.replaceAll('_', ' ');
  return { pointer, name: isPlain ? key : pointer, key, label, schema, isRequired, isConditional };
}

/** The fields of an object schema, conditional ones last. */
export function fieldsOf(schema: FieldSchema, parent = ''): FormField[] {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) =>
    fieldOf(parent, key, field, required.has(key)),
  );
  const taken = new Set(Object.keys(schema.properties ?? {}));
  for (const branch of [schema.then, schema.else]) {
    for (const [key, field] of Object.entries(branch?.properties ?? {})) {
      if (taken.has(key)) continue;
      taken.add(key);
      fields.push(fieldOf(parent, key, field, false, true));
    }
  }
  return fields;
}

/** The items that the page shows: `maxItems` of them, five at most. */
export function itemsOf(field: FormField): FormField[] {
  const { items = {}, minItems = 0, maxItems = 3 } = field.schema;
  const count = Math.max(Math.min(maxItems, MAX_ITEMS), Math.min(minItems, MAX_ITEMS), 1);
  return Array.from({ length: count }, (_, index) => {
    const item = fieldOf(field.pointer, String(index), items, index < minItems);
    return { ...item, label: `${items.title ?? field.label} ${index + 1}` };
  });
}

/** A unique id, whatever characters the field's name contains. */
export function idOf({ pointer }: FormField): string {
  const plain = pointer.replace(/[^A-Za-z0-9]/gu, (character) =>
    character === '/' ? '-' : `_${character.codePointAt(0)?.toString(16)}_`,
  );
  return `field${plain}`;
}
