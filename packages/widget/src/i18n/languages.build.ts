import { LANGUAGE_FILES } from './messages.build.ts';
import type { LanguageFile } from './messages.ts';

/** What the page and the proxy need to know of a language before they load its messages. */
export type LanguageSummary = Pick<LanguageFile, 'dir' | 'unreachable' | 'noScript'>;

/** Our languages, by BCP 47 tag. */
export default Object.fromEntries(
  LANGUAGE_FILES.map(({ language, dir, unreachable, noScript }) => [
    language,
    { dir, unreachable, noScript },
  ]),
) as Record<string, LanguageSummary>;
