import { readLanguages } from './read-languages.ts';

/** What a candidate reads when the element cannot run in the page, by language. */
export default Object.fromEntries(
  readLanguages().map(({ language, dir, problems }) => [
    language,
    { dir, ...problems['origin-not-allowed'] },
  ]),
) as Record<string, { dir: string; title: string; text: string }>;
