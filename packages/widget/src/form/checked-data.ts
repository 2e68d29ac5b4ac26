import type { FormData } from 'precandidate-contract';
import { fromPointer, toPointer, valueAt } from '../validation/json.ts';
import { answersIn, questionAt } from './questions/answers.ts';
import type { Questions } from './questions/questions.ts';
import { type FormViolation, missingIn } from './violations.ts';

/** The data that would be sent, and what is wrong with it. */
export interface CheckedData {
  data: FormData;
  violations: FormViolation[];
}

interface Answers {
  questions: Questions;
  values: FormData;
  /** The values of an untouched form. */
  defaults: FormData;
  /** Names of the fields that the host page has filled in. */
  prefilled: readonly string[];
  validate: (data: FormData) => FormViolation[];
}

/** Checks what would be sent. An optional object or list that the candidate left as it was is not sent. */
export function checkAnswers(answers: Answers): CheckedData {
  const { questions, values, validate } = answers;
  const data = answersIn(questions, values);
  const violations = validate(data);
  // An optional object with `country: 'PE'`, its default, that lacks its required `street`.
  const untouched = untouchedAround(missingIn(violations), answers);
  if (untouched.size === 0) return { data, violations };
  const left = answersIn(questions, values, (path) => untouched.has(toPointer(path)));
  return { data: left, violations: validate(left) };
}

/** JSON Pointers of the optional objects and lists around missing fields. */
function untouchedAround(missing: readonly string[], answers: Answers): Set<string> {
  const found = missing.flatMap((pointer) => {
    const path = fromPointer(pointer);
    const around = path.map((_name, depth) => path.slice(0, depth)).slice(1);
    return around.filter((each) => isUntouched(each, answers)).slice(0, 1);
  });
  return new Set(found.map(toPointer));
}

/** Whether an optional object or list holds only constants and defaults. */
function isUntouched(path: readonly string[], answers: Answers): boolean {
  const { questions, values, defaults, prefilled } = answers;
  const found = questionAt(questions, values, path);
  if (found === undefined || (found.isRequired && !found.node.isNullable)) return false;
  const isLeft = (value: unknown, at: readonly string[]): boolean => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).every(([key, item]) => isLeft(item, [...at, key]));
    const isEmpty = value === undefined || value === null;
    const isDefault = !prefilled.includes(path[0] ?? '') && value === valueAt(defaults, at);
    return isEmpty || isDefault || questionAt(questions, values, at)?.node.isSilent === true;
  };
  return !questions.isGiven(toPointer(path)) && isLeft(found.value, path);
}
