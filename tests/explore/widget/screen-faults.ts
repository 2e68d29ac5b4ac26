import type { Fault } from '../shared/explorer.ts';
import { type Answer, describeAnswers, keyOf } from './answers.ts';
import { summaryFaults } from './form-steps.ts';
import type { Field, Form } from './form.ts';
import type { Judge } from './judge.ts';
import OWN_DATA from './own-data.json' with { type: 'json' };
import type { Shown } from './screen.ts';
import type { Step } from './steps.ts';

/** What a step has led to. */
export interface Look {
  step: Step | undefined;
  before: readonly Answer[];
  answers: readonly Answer[];
  /** The menus that choose between branches. */
  menusBefore: readonly Shown[];
  menus: readonly Shown[];
  /** The scripts have not arrived: questions that depend on answers cannot appear yet. */
  isEarly: boolean;
  /** What the candidate has answered, by question, and by `=` and text. */
  given: Set<string>;
  judge: Judge;
  /** Whether the step on the screen asks a field, where it applies. */
  isShown: (field: Field) => boolean;
  /** As the service has it now. */
  form: Form;
  screen: readonly Shown[];
}

/** What is wrong with the questions and answers on the screen. */
export function* screenFaults(look: Look): Generator<Fault> {
  yield* questionFaults(look);
  yield* givenFaults(look);
  yield* summaryFaults(look.screen, look.judge.asked(look.answers));
  if (look.step?.do === 'choose') yield* choiceFaults(look, look.step);
  yield* goneFaults(look);
}

const ofAnswers = (kind: string, expected: string, seen: string): Fault => {
  return { property: 'a', kind, expected, seen };
};

function* questionFaults({ answers, judge, isEarly, isShown }: Look): Generator<Fault> {
  for (const { what, field } of isEarly ? [] : judge.wrongQuestions(answers, isShown)) {
    const expected = `“${field.title}” to be asked exactly where its condition holds`;
    yield ofAnswers(`${what}: ${field.ingredient}`, expected, describeAnswers(answers));
  }
  for (const { field, controls } of answers) {
    const [control] = controls;
    // Another step of the form shows it.
    if (control === undefined) continue;
    const { title, path, ingredient } = field;
    const isApart = /^(?:off$|section-)/.test(control.autocomplete);
    if (field.isAboutOthers && control.role === 'textbox' && !isApart)
      yield ofAnswers(
        'a browser fills in the candidate’s own data for somebody else',
        `autocomplete="off", or a section, for “${title}” at /${path.join('/')}`,
        control.autocomplete,
      );
    const lost = field.headings?.find((heading) => !control.groups.includes(heading));
    if (lost !== undefined)
      yield ofAnswers(
        `heading lost: ${ingredient}`,
        `“${title}” below “${lost}”`,
        control.groups.join(' > '),
      );
  }
}

/** Nobody but the candidate and the schema's defaults answers. */
function* givenFaults({ answers, before, given }: Look): Generator<Fault> {
  const wasShown = new Set(before.map(({ field, text }) => `${field.title}=${text}`));
  for (const { field, entry, value, text } of answers) {
    const key = keyOf({ field, entry });
    if (value === undefined || field.isPrefilled || given.has(key)) continue;
    given.add(key);
    // Entries move when one of them is removed or comes back.
    const isMoved = wasShown.has(`${field.title}=${text}`) || given.has(`=${text}`);
    if (isMoved && entry.length > 0) continue;
    // A browser fills in what a form asks for a moment later, too.
    if (!field.isAboutOthers && Object.values(OWN_DATA).includes(text)) continue;
    yield ofAnswers(
      `answered by itself: ${field.ingredient}${field.isAboutOthers ? ' about others' : ''}`,
      `no answer to “${field.title}” before the candidate gives one`,
      text,
    );
  }
  for (const { text } of answers) given.add(`=${text}`);
}

/**
 * Choosing an option chooses it, or takes it away where several are ticked. The others stay where several
 * can be chosen, and go elsewhere.
 */
function* choiceFaults(
  { answers, before, isEarly }: Look,
  step: Step & { do: 'choose' },
): Generator<Fault> {
  const chosenIn = (all: readonly Answer[]) => {
    const own = all.find((each) => keyOf(each) === keyOf(step));
    const texts = own?.field.kind === 'several' ? own.text.split(', ') : [own?.text ?? ''];
    return { own, texts: texts.filter(Boolean) };
  };
  const [then, now] = [chosenIn(before), chosenIn(answers)];
  const { kind, ingredient, options, isLoose } = now.own?.field ?? {};
  const labels = options?.map(([label]) => label) ?? [];
  if (now.own === undefined || isLoose || labels.length === 0) return;
  const othersIn = (texts: readonly string[]) =>
    texts.filter((text) => text !== step.option && labels.includes(text)).toSorted();
  const others = kind === 'several' ? othersIn(then.texts) : [];
  const isLost =
    labels.includes(step.option) &&
    !then.texts.includes(step.option) &&
    !now.texts.includes(step.option);
  // Until the scripts have arrived, a list is one text, which the next choice replaces.
  const mayReplace = kind === 'several' && isEarly;
  if (!isLost && (mayReplace || othersIn(now.texts).join() === others.join())) return;
  const expected = [step.option, ...others].join(', ');
  yield ofAnswers(
    `${isLost ? 'no' : 'another'} option chosen: ${ingredient}`,
    expected,
    now.own.text,
  );
}

/** An answer that a step took from the candidate. */
export function* goneFaults(look: Look): Generator<Fault> {
  const { step, before, answers, isEarly } = look;
  const isChange = (step?.do === 'press' && !step.isMove) || step?.do === 'branch';
  const page = step?.do === 'page' ? step.what : undefined;
  if (step === undefined || isChange || page === 'is reset' || isEarly) return;
  if (page !== undefined) yield* branchFaults(look, page);
  if (page !== undefined && !page.startsWith('re')) yield* errorFaults(look, page);
  const now = new Map(answers.map((each) => [keyOf(each), each]));
  for (const then of before) {
    const { field, text, value } = then;
    const isOwn = 'field' in step && step.field === field.title;
    const answer = now.get(keyOf(then));
    // Several options are on the screen in the order of the schema, which may change.
    const shown = (each = '') =>
      field.kind === 'several' ? each.split(', ').toSorted().join() : each;
    const isKept = answer !== undefined && shown(answer.text) === shown(text);
    const isSame = JSON.stringify(answer?.value) === JSON.stringify(value);
    if (isOwn || text === '' || isKept || (value !== undefined && isSame)) continue;
    // A condition may have withdrawn it.
    if (answer === undefined && (field.when === undefined || field.when.length > 0)) continue;
    if (isTaken(then, look)) continue;
    // A large file, or one that is still being read, is not kept over a reload.
    const isUnread = then.controls.some(({ reading }) => reading.length > 0);
    if (page !== undefined && (text.includes('-100k') || isUnread)) continue;
    const what = `${answer === undefined ? 'question' : 'answer'} gone: ${field.ingredient}`;
    yield {
      property: 'c',
      kind: `${what}${page ? `, the page ${page}` : ''}`,
      expected: `“${text}” in “${field.title}” to stay`,
      seen: answer === undefined ? 'no such question' : `“${answer.text}”`,
    };
  }
}

/** The service does not ask or offer it any more, which the page says, or has another default. */
function isTaken({ field, entry, text }: Answer, { form, given, screen }: Look): boolean {
  if (form.foreign) return false;
  const now = form.fields.find(({ title }) => title === field.title);
  const isDefault = !given.has(keyOf({ field, entry })) && field.isPrefilled === true;
  if (isDefault && now && now.schema.default !== field.schema.default) return true;
  const labelsOf = ({ options = [] }: Field) => options.map(([label]) => label);
  const offered = now && labelsOf(now);
  const lost = labelsOf(field).filter((label) => !offered?.includes(label));
  const chosen = field.kind === 'several' ? text.split(', ') : [text];
  const gone = now === undefined ? field.title : chosen.find((label) => lost.includes(label));
  return gone !== undefined && screen.some((each) => each.text.includes(gone));
}

/** Nothing that the page does corrects an empty field, or makes a field wrong. */
function* errorFaults({ before, answers }: Look, page: string): Generator<Fault> {
  const isWrong = ({ controls }: Answer) => controls.some(({ isInvalid }) => isInvalid);
  const now = new Map(answers.map((each) => [keyOf(each), each]));
  for (const then of before) {
    const answer = now.get(keyOf(then));
    const isAway = answer?.controls.length === 0 || then.controls.length === 0;
    if (answer === undefined || isAway || isWrong(answer) === isWrong(then)) continue;
    if (answer.text !== then.text || (isWrong(then) && then.text !== '')) continue;
    yield {
      property: 'c',
      kind: `${isWrong(then) ? 'error gone' : 'another error'}, the page ${page}`,
      expected: `“${then.field.title}” to be as before`,
      seen: describeAnswers([answer]),
    };
  }
}

/** Nothing that the page does chooses another branch. */
function* branchFaults({ menusBefore, menus }: Look, page: string): Generator<Fault> {
  for (const then of menusBefore) {
    const now = menus.find(({ domId }) => domId === then.domId);
    if (now === undefined || isSameBranch(then, now, page)) continue;
    yield {
      property: 'c',
      kind: `another branch, the page ${page}`,
      expected: `“${then.value}” of ${then.options.join(', ')} to stay chosen`,
      seen: now.value,
    };
  }
}

/** By position: its label may be in another language now. Without a title, the position is its label. */
function isSameBranch(then: Shown, now: Shown, page: string): boolean {
  const [before, after] = [then, now].map(({ options, value }) => options.indexOf(value));
  if (!page.includes('opposite order')) return before === after;
  return then.value === now.value || after === then.options.length - (before ?? 0);
}
