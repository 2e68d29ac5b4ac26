export const LANGUAGES = ['es', 'pt', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const DEFAULT: Language = 'es';

/**
 * The first language that we have among BCP 47 tags, most wanted first; `es` when we have none of
 * them. Absent tags are passed over.
 */
export function chooseLanguage(tags: readonly (string | null | undefined)[]): Language {
  for (const tag of tags) {
    const primary = tag?.toLowerCase().split(/[-_]/)[0];
    const found = LANGUAGES.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return DEFAULT;
}
