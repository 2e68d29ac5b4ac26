import type { RJSFSchema } from '@rjsf/utils';
import type { AskedForm } from './asked-form/asked-form.ts';
import { fieldMessages } from './fields/labels.ts';
import type { FieldStore } from './field-store.ts';
import { isField } from './model/answers.ts';

/** What the labels are made from. */
interface LabelledForm {
  askedForm: AskedForm;
  store: FieldStore;
  options: { country: string | null };
}

/** The schemas of rendered fields, by JSON Pointer. */
type ShownFields = ReadonlyMap<string, RJSFSchema>;

/** The fields that came and went when the service changed a form. */
export interface FormChanges {
  isEmpty: boolean;
  /** Labels in the current language. */
  added: () => readonly string[];
  removed: () => readonly string[];
}

export function shownFields({ all }: AskedForm): ShownFields {
  const fields = all.filter(({ asked }) => isField(asked.node));
  return new Map(fields.map(({ info, asked }) => [info.pointer, asked.node.schema]));
}

export function changesSince(before: ShownFields, form: LabelledForm): FormChanges {
  const after = shownFields(form.askedForm);
  const added = without(after, before);
  const removed = without(before, after);
  return {
    isEmpty: added.size + removed.size === 0,
    added: () => labelsOf(added, form),
    removed: () => labelsOf(removed, form),
  };
}

function without(fields: ShownFields, others: ShownFields): ShownFields {
  return new Map([...fields].filter(([pointer]) => !others.has(pointer)));
}

/** The form may not ask for them any more. Each entry of a list has the same labels. */
function labelsOf(fields: ShownFields, { askedForm, store, options }: LabelledForm): string[] {
  const { messages } = store.state.language;
  const source = { messages, country: options.country };
  const shown = new Map(askedForm.all.map(({ info }) => [info.pointer, info.messages.label]));
  const labels = [...fields].map(
    ([pointer, schema]) => shown.get(pointer) ?? fieldMessages(pointer, schema, source).label,
  );
  return [...new Set(labels)];
}
