import { PROBLEMS, type ProblemName } from 'precandidate-contract';
import type { PageWords } from 'precandidate-form/server';

const TEXT = 'Wait a moment, go back and try again.';
const sentence = (title: string) => ({ title, text: TEXT });
const problems = Object.fromEntries(
  Object.entries(PROBLEMS).map(([name, { title }]) => [name, sentence(title)]),
) as Record<ProblemName, { title: string; text: string }>;
const NOTHING = sentence('');

/** What a page says when the part that has the words cannot run. */
export const PLAIN_WORDS: PageWords = {
  language: 'en',
  dir: 'ltr',
  formName: 'Your details',
  error: 'Error:',
  states: {
    checking: NOTHING,
    sending: NOTHING,
    sent: NOTHING,
    submitted: NOTHING,
    elsewhere: NOTHING,
    handedOff: NOTHING,
    refused: NOTHING,
    offline: NOTHING,
  },
  problems,
  openForm: 'Open the form',
  handOff: '',
  retry: 'Try again',
  more: NOTHING,
  listChanged: NOTHING,
  typed: 'What you had typed',
  lookAgain: 'See whether it is confirmed',
  notSent: NOTHING,
  unproven: sentence('We cannot show you how your details stand'),
  labels: {},
};
