import { optionsList, type RJSFSchema } from '@rjsf/utils';
import type { Reading } from '../theme/widgets/use-typed.ts';
import { choiceLabel } from './choice-label.ts';
import type { WordSource } from './field-words.ts';

/** What may be chosen in a list by typing. */
export interface TypedChoice {
  text: string;
  value: string;
}

/** The choices of a schema, by what they are called. */
export function typedChoices(schema: RJSFSchema, words: WordSource): TypedChoice[] {
  return (optionsList(schema) ?? []).map((option) => ({
    text: choiceLabel(option, words),
    value: String(option.value),
  }));
}

/** A choice is typed by its name, whatever its accents and capitals; any other text stays as it is. */
export function choiceReading(choices: readonly TypedChoice[]): Reading {
  const folded = new Map(choices.map(({ text, value }) => [fold(text), value]));
  const labels = new Map(choices.map(({ text, value }) => [value, text]));
  return {
    read: (text) => folded.get(fold(text)) ?? text.trim(),
    write: (value) => labels.get(value) ?? value,
  };
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
