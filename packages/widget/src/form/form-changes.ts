import type { AskedForm } from './asked-form/asked-form.ts';
import type { AskedField } from './asked-form/field-info.ts';
import { isField } from './model/value-nodes.ts';

/** The rendered fields, by JSON Pointer. */
type RenderedFields = ReadonlyMap<string, AskedField>;

/** The fields that came and went when the service changed a form. */
export interface FormChanges {
  isEmpty: boolean;
  /** Labels in the current language. */
  added: () => readonly string[];
  removed: () => readonly string[];
}

export function renderedFields({ all }: AskedForm): RenderedFields {
  const fields = all.filter(({ asked }) => isField(asked.node));
  return new Map(fields.map((field) => [field.info.pointer, field]));
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
    added: () => labelsOf(added),
    removed: () => labelsOf(removed),
  };
}

function without(fields: RenderedFields, others: RenderedFields): AskedField[] {
  return [...fields].filter(([pointer]) => !others.has(pointer)).map(([, field]) => field);
}
