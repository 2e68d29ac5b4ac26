import { LANGUAGES, type Language } from '../views/candidate-words.ts';
import { ERRORS, FIELDS, KINDS } from './kinds.ts';
import type { Section, Specimen } from './specimen.ts';
import { STATES } from './states.ts';

/** All sections of the gallery, in the order of the page. */
export function sections(themes: readonly string[]): readonly Section[] {
  const languages = Object.entries(LANGUAGES).map(([code, title]): Specimen => ({
    ...ERRORS,
    name: `language-${code}`,
    title,
    language: code as Language,
  }));
  const looks = themes.map((theme): Specimen => ({
    ...FIELDS,
    name: `theme-${theme}`,
    title: theme,
    theme,
  }));
  return [
    { name: 'languages', title: 'Languages', specimens: languages },
    { name: 'themes', title: 'Themes', specimens: looks },
    ...STATES,
    ...KINDS,
  ];
}
