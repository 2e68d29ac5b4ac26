import { formatMessage } from '../../i18n/format-message.ts';
import type { MessageSource } from '../../i18n/messages.ts';
import { fieldOptions } from '../fields/options.ts';
import type { BranchOption } from '../model/question-node.ts';

/** The names of a choice's branches in the candidate's language, each of them once. */
export function branchLabels(options: readonly BranchOption[], source: MessageSource): string[] {
  const { messages } = source;
  const known = options.map((option) => labelOf(option, source));
  const isOnly = known.filter((label) => label === undefined).length === 1;
  const labels = known.map(
    (label, position) =>
      label ?? (isOnly ? messages.otherOption : formatMessage(messages.option, position + 1)),
  );
  return labels.map((label, position) => {
    const same = labels.flatMap((other, index) => (other === label ? [index] : []));
    if (same.length === 1) return label;
    return formatMessage(messages.item, label, same.indexOf(position) + 1);
  });
}

const MAX_VALUES = 3;

function labelOf({ label, kind, values = [] }: BranchOption, source: MessageSource) {
  if (label !== undefined) return label;
  if (kind !== undefined) return source.messages.branches[kind];
  const options = fieldOptions({ enum: [...values] as [] }, source).slice(0, MAX_VALUES);
  return options.length > 0 ? options.map((option) => option.label).join(', ') : undefined;
}
