import type { AskedForm } from './asked-form/asked-form.ts';
import type { AskedField } from './asked-form/field-info.ts';
import { isField } from './model/value-nodes.ts';

/** The rendered fields, groups, and lists, by JSON Pointer. */
type RenderedFields = ReadonlyMap<string, AskedField>;

/** The fields that came and went when the service changed a form. */
export interface FormChanges {
  isEmpty: boolean;
  /** Whether there is a field, a group, or a list at a JSON Pointer, as there was before. */
  isKept: (pointer: string) => boolean;
  /** Labels in the current language. */
  added: () => readonly string[];
  removed: () => readonly string[];
}

export function renderedFields({ all }: AskedForm): RenderedFields {
  return new Map(all.map((field) => [field.info.pointer, field]));
}

export function changesSince(before: RenderedFields, askedForm: AskedForm): FormChanges {
  const after = renderedFields(askedForm);
  const added = without(after, before);
  const removed = without(before, after);
  // Each entry of a list has the same labels.
  const labelsOf = (fields: readonly AskedField[]) => [
    ...new Set(fields.map((field) => askedForm.labelOf(field))),
  ];
  return {
    isEmpty: added.length + removed.length === 0,
    isKept: (pointer) => before.has(pointer) && after.has(pointer),
    added: () => labelsOf(added),
    removed: () => labelsOf(removed),
  };
}

function without(fields: RenderedFields, others: RenderedFields): AskedField[] {
  return [...fields]
    .filter(([pointer, { asked }]) => isField(asked.node) && !isFieldIn(others, pointer))
    .map(([, field]) => field);
}

function isFieldIn(fields: RenderedFields, pointer: string): boolean {
  const field = fields.get(pointer);
  return field !== undefined && isField(field.asked.node);
}
