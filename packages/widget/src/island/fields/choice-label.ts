import type { EnumOptionsType } from '@rjsf/utils';
import type { Messages } from '../../messages/messages.ts';

/** What a choice is called: as the schema says, else by our words for a value that is known. */
export function choiceLabel({ label, value }: EnumOptionsType, { choices }: Messages): string {
  const isKnown = (key: unknown): key is keyof Messages['choices'] =>
    typeof key === 'string' && Object.hasOwn(choices, key);
  return label === String(value) && isKnown(value) ? choices[value] : label;
}
