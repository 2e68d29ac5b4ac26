import type { Action, SubmitMethod, TypingMethod } from './actions.ts';
import { type Answer, keyOf } from './answers.ts';
import { fileName } from './files.ts';
import type { SchemaChange } from './changed-schemas.ts';
import { headingOn, isCheck } from './form-steps.ts';
import type { Form, Opening } from './form.ts';
import type { PageStep } from './page-steps.ts';
import type { FaultName } from './relay.ts';
import type { Shown } from './screen.ts';

/** What the candidate does, by what the screen shows. */
export type Step =
  | { do: 'type'; field: string; entry: readonly number[]; text: string; how: TypingMethod }
  | { do: 'choose'; field: string; entry: readonly number[]; option: string; how?: 'mouse' }
  | { do: 'branch'; nth: number; option: string }
  | { do: 'file'; field: string; entry: readonly number[]; name: string }
  | { do: 'press'; button: string; nth: number; isMove?: true }
  | { do: 'leave' }
  | { do: 'submit'; how: SubmitMethod }
  | { do: 'page'; what: PageStep }
  | { do: 'fault'; fault: FaultName; on: string }
  | { do: 'service'; change: SchemaChange };

/** What a finding of the widget's explorer repeats. */
export interface Script {
  form: Form;
  opening: Opening;
  steps: Step[];
}

/** What the screen offers a candidate. */
export interface Offer {
  answers: readonly Answer[];
  screen: readonly Shown[];
  menus: readonly Shown[];
  /** Questions that this action has answered already. */
  tried: ReadonlySet<string>;
}

/** Buttons that show another step of the form. */
const MOVES = new Set(['back', 'change']);
const PRESSABLE = new Set(['add', 'remove', 'undo-button', 'clear', 'known-button', ...MOVES]);

/** The step that an action means on this screen; `undefined`: there is none. */
export function stepFor(
  action: Action,
  { answers: all, screen, menus, tried }: Offer,
): Step | undefined {
  const answers = all.filter(({ controls }) => controls.length > 0);
  switch (action.act) {
    case 'answer': {
      const chosen = pickOf(answers, action.at);
      return chosen && answerStep(chosen, action.pick, action.how);
    }
    case 'change': {
      const given = answers.filter(({ text }) => text !== '');
      const decisive = given.filter(({ field }) => action.isDecisive && field.isDecisive);
      const chosen = pickOf(decisive.length > 0 ? decisive : given, action.at);
      const step = chosen && answerStep(chosen, action.pick, 'keys');
      const isSame = step?.do === 'choose' && chosen?.text === step.option;
      return isSame && chosen ? answerStep(chosen, action.pick + 1, 'keys') : step;
    }
    case 'complete':
    case 'correct': {
      const unchosen = menus.findIndex(({ value }) => NO_OPTION.test(value));
      // The questions of a branch come with its choice.
      if (action.act === 'complete' && unchosen !== -1)
        return branchStep(menus, unchosen, 1 + (action.pick % 2));
      const isNext = (each: Answer) =>
        action.act === 'correct'
          ? each.controls.some(({ isInvalid }) => isInvalid)
          : each.text === '' && (!action.isRequiredOnly || isRequired(each));
      const next = answers.find((each) => isNext(each) && !tried.has(keyOf(each)));
      return next && answerStep(next, goodPick(next, action.pick + tried.size), 'keys');
    }
    case 'branch':
      return branchStep(menus, action.at % menus.length, action.pick);
    case 'press': {
      const buttons = screen.filter(({ part, role }) => role === 'button' && PRESSABLE.has(part));
      return pressStep(pickOf(buttons, action.at), screen);
    }
    case 'back':
      return pressStep(
        screen.find(({ part }) => part === 'back'),
        screen,
      );
    case 'continue':
      return headingOn(screen) === undefined || isCheck(screen)
        ? undefined
        : { do: 'submit', how: 'click' };
    case 'leave':
      return { do: 'leave' };
    case 'submit':
      return { do: 'submit', how: action.how };
    case 'page':
      return { do: 'page', what: action.what };
    case 'fault':
      return { do: 'fault', ...action.given };
    case 'service':
      return { do: 'service', change: action.change };
  }
}

function pickOf<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(items.length, 1)];
}

function pressStep(button: Shown | undefined, screen: readonly Shown[]): Step | undefined {
  if (button === undefined) return undefined;
  const alike = screen.filter(({ role, name }) => role === 'button' && name === button.name);
  const isMove = MOVES.has(button.part) && { isMove: true as const };
  return { do: 'press', button: button.name, nth: alike.indexOf(button), ...isMove };
}

function branchStep(menus: readonly Shown[], nth: number, pick: number): Step | undefined {
  const option = pickOf(menus[nth]?.options ?? [], pick);
  return option === undefined ? undefined : { do: 'branch', nth, option };
}

const isRequired = ({ controls }: Answer) => controls.some((each) => each.isRequired);

/** A pick that a valid answer has: samples begin with valid ones. */
const goodPick = ({ field }: Answer, pick: number) =>
  field.samples || field.kind === 'date' ? pick % 2 : pick;

/** Begins no option. */
const UNLISTED = 'Quuxville';
/** The line of a menu in which nothing is chosen. */
const NO_OPTION = /^(Choose an option|Elige una opción|Escolha uma opção)$/;
const DATES = ['1990-12-31', '2001-02-03'];

/** Answers a question; `undefined`: it has no such option. */
function answerStep(to: Answer, pick: number, how: TypingMethod): Step | undefined {
  const { field, entry, controls } = to;
  const at = { field: field.title, entry };
  switch (field.kind) {
    case 'file':
      return { do: 'file', ...at, name: fileName(field.schema, pick) };
    case 'date':
    case 'text':
    case 'number': {
      const { samples = field.kind === 'date' ? DATES : [] } = field;
      return { do: 'type', ...at, text: pickOf([...samples, ''], pick) ?? '', how };
    }
    default: {
      const ticks = controls.filter(({ role }) => role === 'radio' || role === 'checkbox');
      const lines = controls[0]?.options ?? [];
      const menu = field.isLoose ? lines.filter((name) => !NO_OPTION.test(name)) : lines;
      const offered = ticks.length > 0 ? ticks.map(({ name }) => name) : menu;
      if (offered.length > 0) return { do: 'choose', ...at, option: pickOf(offered, pick) ?? '' };
      // A searched list.
      if (pick % 5 === 4) return { do: 'type', ...at, text: UNLISTED, how };
      const chosen = to.text.split(', ');
      const labels = field.options
        ?.map(([label]) => label)
        .filter((each) => !chosen.includes(each));
      const listed = pickOf(labels ?? [], pick);
      const option = pick % 5 === 3 ? UNLISTED : listed;
      const byMouse = pick % 2 === 1 && option === listed;
      return option === undefined
        ? undefined
        : { do: 'choose', ...at, option, ...(byMouse && { how: 'mouse' }) };
    }
  }
}

const VERBS = { keys: 'types', paste: 'pastes', composition: 'composes', autofill: 'autofills' };

/** A step in plain words. */
export function inWords(step: Step): string {
  const where = 'field' in step ? `“${step.field}”${ofEntry(step.entry)}` : '';
  switch (step.do) {
    case 'type':
      return step.text === ''
        ? `empties ${where}`
        : `${VERBS[step.how]} “${step.text}” in ${where}`;
    case 'choose':
      return `answers ${step.option} to ${where}${step.how ? ' with the mouse' : ''}`;
    case 'branch':
      return `chooses “${step.option}” in menu ${step.nth + 1}`;
    case 'file':
      return `chooses the file ${step.name} for ${where}`;
    case 'press':
      return `presses “${step.button}”${step.nth > 0 ? ` number ${step.nth + 1}` : ''}`;
    case 'leave':
      return 'goes to the next field';
    case 'submit':
      return step.how === 'method' ? 'the page submits' : `submits with ${step.how}`;
    case 'page':
      return `the page ${step.what}`;
    case 'fault':
      return `the next response of ${step.on} is: ${step.fault}`;
    case 'service':
      return `the service changes ${step.change}`;
  }
}

const ofEntry = (entry: readonly number[]) =>
  entry.length === 0 ? '' : ` of entry ${entry.map((at) => at + 1).join('.')}`;
