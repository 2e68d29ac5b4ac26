import { deepEquals } from '@rjsf/utils';
import type { MessageSource } from '../i18n/messages.ts';
import type { AskedForm } from './asked-form/asked-form.ts';
import { branchLabels } from './asked-form/branch-labels.ts';
import type { AskedField } from './asked-form/field-info.ts';
import { fieldOptions, optionValues } from './fields/options.ts';
import { type Choice, NO_BRANCH } from './model/question-node.ts';
import type { FormViolation } from './model/violations.ts';

/** What the candidate chose, as it is called in a language. */
export type GoneLabel = (source: MessageSource) => string;

/**
 * The options and branches that the candidate had chosen, and that the form does not offer any more, as violations
 * with a {@link GoneLabel}.
 *
 * @param before - everything that was rendered
 */
export function goneChoices(before: readonly AskedField[], after: AskedForm): FormViolation[] {
  const now = new Map(after.all.map((field) => [field.info.pointer, field]));
  return before
    .filter(({ asked }) => asked.isTouched)
    .flatMap((field) => {
      const current = now.get(field.info.pointer);
      if (current === undefined) return [];
      return [...goneOptions(field, current), ...goneBranches(field, current)];
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
    fieldOptions(schema, source, around.host?.['ui:enumNames'])
      .filter((option) => isIn(gone, option.value))
      .map((option) => option.label)
      .join(', ');
  return [{ pointer: info.pointer, keyword: 'enum', params: { gone: label } }];
}

const isIn = (values: readonly unknown[], value: unknown): boolean =>
  values.some((each) => deepEquals(each, value));

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
