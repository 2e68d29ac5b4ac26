import { PROBLEMS, type ProblemName } from 'precandidate-contract';
import { candidateProblem } from '../i18n/candidate-problem.ts';
import { messages as en } from '../i18n/en.ts';
import { messages as es } from '../i18n/es.ts';
import type { Language } from '../i18n/language.ts';
import type { Messages } from '../i18n/messages.ts';
import { messages as pt } from '../i18n/pt.ts';
import { UNREACHABLE } from '../i18n/unreachable.ts';
import { unreachableWords, wantedWords, type WantedWords } from '../i18n/wanted-words.ts';
import type { PageWords } from '../ssr/index.ts';
import { PLAIN_PAGE } from './page-words.ts';

const WORDS: Record<Language, Messages> = { es, pt, en };

/** The words that a locale asks for, as the element chooses them. */
export function wordsOf(locale: string): { messages: Messages; wanted: WantedWords } {
  const wanted = wantedWords([locale], []);
  return { messages: WORDS[wanted.base], wanted };
}

/** See `FormServer.pageWords`. */
export function pageWords(locale: string): PageWords {
  const { messages, wanted } = wordsOf(locale);
  const { formName, error, states, more, openForm, fields, date } = messages;
  const { problems, ...ofPage } = PLAIN_PAGE[wanted.base];
  const labels = Object.entries(fields).map(([name, { label }]) => [name, label] as const);
  return {
    language: wanted.language,
    dir: wanted.dir,
    formName,
    error,
    states,
    problems: problemsIn(messages, problems),
    more,
    openForm,
    retry: unreachableWords(wanted, UNREACHABLE).retry,
    labels: { ...Object.fromEntries(labels), ...date.parts },
    ...ofPage,
  };
}

/** What a candidate reads of each problem: of a page without scripts, or as the element says it. */
function problemsIn(
  messages: Messages,
  ofPage: Partial<PageWords['problems']>,
): PageWords['problems'] {
  const names = Object.keys(PROBLEMS) as ProblemName[];
  return Object.fromEntries(
    names.map((name) => {
      const told = candidateProblem(name);
      return [name, ofPage[name] ?? ofPage[told] ?? messages.problems[told]];
    }),
  ) as PageWords['problems'];
}
