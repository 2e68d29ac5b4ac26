import { PROBLEMS, type ProblemName } from 'precandidate-contract';
import { candidateProblem } from '../messages/candidate-problem.ts';
import { messages as en } from '../messages/en.ts';
import { messages as es } from '../messages/es.ts';
import type { Language } from '../messages/language.ts';
import type { Messages } from '../messages/messages.ts';
import { messages as pt } from '../messages/pt.ts';
import { UNREACHABLE } from '../messages/unreachable.ts';
import { unreachableWords, wantedWords, type WantedWords } from '../messages/wanted-words.ts';
import type { PageWords } from './index.ts';
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
  const { formName, error, states, more, openForm } = messages;
  return {
    language: wanted.language,
    dir: wanted.dir,
    formName,
    error,
    states,
    problems: problemsIn(messages),
    more,
    openForm,
    retry: unreachableWords(wanted, UNREACHABLE).retry,
    ...PLAIN_PAGE[wanted.base],
  };
}

/** What a candidate reads of each problem. */
function problemsIn(messages: Messages): PageWords['problems'] {
  const names = Object.keys(PROBLEMS) as ProblemName[];
  return Object.fromEntries(
    names.map((name) => [name, messages.problems[candidateProblem(name)]]),
  ) as PageWords['problems'];
}
