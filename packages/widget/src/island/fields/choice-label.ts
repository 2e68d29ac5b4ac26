import type { EnumOptionsType } from '@rjsf/utils';
import type { Messages } from '../../messages/messages.ts';

/**
 * What a choice is called: as the host says, else as the schema does, else by our words for a value
 * that is known.
 */
export function choiceLabel(
  { label, value }: EnumOptionsType,
  { choices, byHost }: Messages,
): string {
  const given = byHost?.choices.get(String(value));
  if (given !== undefined) return given;
  const isKnown = (key: unknown): key is keyof Messages['choices'] =>
    typeof key === 'string' && Object.hasOwn(choices, key);
  return label === String(value) && isKnown(value) ? choices[value] : label;
}
