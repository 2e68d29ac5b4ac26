import type { MessageSource } from '../i18n/messages.ts';
import type { AskedForm } from './asked-form/asked-form.ts';
import { branchLabels } from './asked-form/branch-labels.ts';
import type { AskedField } from './asked-form/field-info.ts';
import { fieldOptions, isIn, optionValues } from './fields/options.ts';
import { type Choice, NO_BRANCH } from './model/question-node.ts';
import { isField } from './model/value-nodes.ts';
import type { FormViolation } from './model/violations.ts';

/** The rendered fields, groups, and lists, by JSON Pointer. */
type RenderedFields = ReadonlyMap<string, AskedField>;

/** What the candidate chose, as it is called in a language. */
export type GoneLabel = (source: MessageSource) => string;

/** The fields and options that came and went when the service changed a form. */
export interface FormChanges {
  isEmpty: boolean;
  /** Whether there is a field, a group, or a list at a JSON Pointer, as there was before. */
  isKept: (pointer: string) => boolean;
  /** Labels in the current language. */
  added: () => readonly string[];
  removed: () => readonly string[];
  /**
   * The options and branches that the candidate had chosen, and that the form does not offer any more, as violations
   * with a {@link GoneLabel}.
   */
  gone: readonly FormViolation[];
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
    gone: goneChoices(before, after),
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

function goneChoices(before: RenderedFields, after: RenderedFields): FormViolation[] {
  const chosen = [...before].filter(([, { asked }]) => asked.isTouched);
  return chosen.flatMap(([pointer, field]) => {
    const now = after.get(pointer);
    return now === undefined ? [] : [...goneOptions(field, now), ...goneBranches(field, now)];
  });
}

function goneOptions({ asked, info, around }: AskedField, now: AskedField): FormViolation[] {
  const { schema } = asked.node;
  const offered = optionValues(now.asked.node.schema);
  // It may be a text field now.
  const kept = offered.length === 0 ? [now.asked.value].flat() : offered;
  const gone = [asked.value]
    .flat()
    .filter((value) => isIn(optionValues(schema), value) && !isIn(kept, value));
  if (gone.length === 0) return [];
  const label: GoneLabel = (source) =>
    fieldOptions(schema, source, around.hostUi?.['ui:enumNames'])
      .filter((option) => isIn(gone, option.value))
      .map((option) => option.label)
      .join(', ');
  return [{ pointer: info.pointer, keyword: 'enum', params: { gone: label } }];
}

function goneBranches({ asked, info }: AskedField, now: AskedField): FormViolation[] {
  const isOpen = ({ name, chosen }: Choice) =>
    chosen === NO_BRANCH && asked.node.choices.some((choice) => choice.name === name);
  return now.asked.node.choices.filter(isOpen).flatMap(({ name }) => {
    const choice = asked.node.choices.find((each) => each.name === name);
    const { options = [], chosen } = choice ?? {};
    const position = options.findIndex(({ index }) => index === chosen);
    if (position === -1) return [];
    const label: GoneLabel = (source) => branchLabels(options, source)[position] ?? '';
    return [{ pointer: info.pointer, keyword: 'enum', params: { choice: name, gone: label } }];
  });
}
