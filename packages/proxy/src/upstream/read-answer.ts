import { type ProblemName, PROBLEMS, type Violation } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { ServiceAnswer } from './service-client.ts';

/** What the answers of one operation mean that the status alone does not tell. */
export interface AnswerMeaning {
  /** The problem behind a 404. */
  not_found: ProblemName;
  /** Of a creation: field names that a 422 may point at. */
  fields?: readonly string[];
}

/** The parsed body of a 2xx whose shape does not matter; `undefined` when it is no whole JSON. */
export function readLoosely(answer: ServiceAnswer, meaning: AnswerMeaning): unknown {
  if (!isSuccess(answer)) throw problemOf(answer, meaning);
  return parse(answer.text);
}

/** The parsed body of a 2xx; any other answer rejects with the catalogued problem it stands for. */
export function readAnswer(answer: ServiceAnswer, meaning: AnswerMeaning): unknown {
  if (!isSuccess(answer)) throw problemOf(answer, meaning);
  if (answer.text === undefined)
    throw new ProblemError(
      'service-unavailable',
      waitFor(answer, 'The service’s answer broke off'),
    );
  const value = parse(answer.text);
  if (value === undefined) throw new ProblemError('service-answer-unusable');
  return value;
}

const isSuccess = ({ status }: ServiceAnswer) => status >= 200 && status <= 299;

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(answer: ServiceAnswer, { not_found, fields }: AnswerMeaning): ProblemError {
  const { status, text = '' } = answer;
  const detail = `The service answered ${status}`;
  if (status === 401 || status === 403) return new ProblemError('service-refused-key', { detail });
  if (status === 404) return new ProblemError(documentedIn(text) ?? not_found);
  if (status === 422 && fields)
    return new ProblemError('validation-failed', { errors: namedFields(text, fields) });
  if (status === 429) return new ProblemError('service-busy', waitFor(answer, detail));
  if (status >= 500)
    return new ProblemError('service-unavailable', {
      ...waitFor(answer, detail),
      isNotProcessed: status === 503,
    });
  if (status < 400) return new ProblemError('service-answer-unusable', { detail });
  return new ProblemError('service-refused-request', { detail });
}

/** The interface shows message texts for two 404s; where one stands in the body it decides. */
function documentedIn(text: string): ProblemName | undefined {
  return (['pipeline-not-found', 'form-not-found'] as const).find((name) =>
    text.includes(PROBLEMS[name].title),
  );
}

function waitFor({ retry_after_ms }: ServiceAnswer, detail: string) {
  const seconds = Math.ceil(retry_after_ms / 1_000) || 5;
  return { detail, headers: { 'retry-after': String(seconds) } };
}

/**
 * The shape of the service's error bodies is not documented and may repeat a candidate's data, so
 * it is not passed on: only those known field names are, that stand in it as whole words.
 */
function namedFields(text: string, fields: readonly string[]): Violation[] {
  const words = new Set(text.match(/\w+/g));
  return fields
    .filter((field) => words.has(field))
    .map((field) => ({
      pointer: `/${field}`,
      keyword: 'service',
      detail: 'The service does not accept this field',
    }));
}
