import { optionsList, type RJSFSchema } from '@rjsf/utils';

/** How one choice is made: all in view, from a menu, or found by typing. */
export type ChoiceKind = 'radios' | 'select' | 'list';

/** More choices than this would push the next question off a phone's screen. */
const MOST_IN_VIEW = 5;
/** More choices than this are searched, not scrolled through. */
const MOST_IN_SELECT = 15;

/**
 * How one of the choices in a schema is made; `select` where the schema itself names none, as where
 * one of several shapes is chosen. Only texts can be found by typing.
 */
export function choiceKind(schema: RJSFSchema): ChoiceKind {
  const choices = optionsList(schema) ?? [];
  if (choices.length === 0) return 'select';
  if (choices.length <= MOST_IN_VIEW) return 'radios';
  const areTexts = choices.every(({ value }) => typeof value === 'string');
  return choices.length > MOST_IN_SELECT && areTexts ? 'list' : 'select';
}
