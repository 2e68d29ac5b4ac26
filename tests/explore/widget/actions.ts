import fc, { type Arbitrary } from 'fast-check';
import { type Answer, keyOf } from './answers.ts';
import type { FaultName, PageStep, Step, SubmitMethod, TypingMethod } from './form.ts';
import type { Shown } from './screen.ts';

/** What a candidate may do. Numbers choose among what the screen offers. */
export type Action =
  | { act: 'answer'; at: number; pick: number; how: TypingMethod }
  /** Gives another answer to a question that has one. */
  | { act: 'change'; at: number; pick: number }
  | { act: 'press'; at: number }
  | { act: 'branch'; at: number; pick: number }
  | { act: 'leave' }
  /** Answers what is not answered; `pick` chooses the values. */
  | { act: 'complete'; pick: number; isRequiredOnly: boolean }
  | { act: 'submit'; how: SubmitMethod }
  | { act: 'page'; what: PageStep }
  | { act: 'fault'; fault: FaultName; on: string };

const number = fc.nat({ max: 40 });
const method = fc.constantFrom<TypingMethod>('keys', 'paste', 'composition', 'autofill');
const answer = fc.record({
  act: fc.constant('answer' as const),
  at: number,
  pick: number,
  how: method,
});
const press = fc.record({ act: fc.constant('press' as const), at: number });
const branch = fc.record({ act: fc.constant('branch' as const), at: number, pick: number });
const leave = fc.constant({ act: 'leave' as const });
const complete = fc.record({
  act: fc.constant('complete' as const),
  pick: number,
  isRequiredOnly: fc.boolean(),
});
const submit = fc.record({
  act: fc.constant('submit' as const),
  how: fc.constantFrom<SubmitMethod>(
    'click',
    'click',
    'Enter',
    'method',
    'click, then the page removes the form',
  ),
});

const page = fc.record({
  act: fc.constant('page' as const),
  what: fc.constantFrom<PageStep>(
    'reloads',
    'moves the form',
    'removes the form and adds it again',
    'changes the language',
    'changes the texts',
    'renews the session',
    'is translated',
    'goes offline',
    'goes online',
    'is autofilled',
    'is reset',
    'gets its scripts',
    'loses the proxy for a moment',
    'is opened in a second tab',
    'reads files slowly',
  ),
});
export const faults = fc.record({
  fault: fc.constantFrom<FaultName>(
    'lost',
    'never',
    'never',
    'late',
    'late',
    'cut short',
    'HTML',
    '404 without a body',
    '429',
    '500',
    '503 problem',
  ),
  on: fc.constantFrom(
    '/bootstrap',
    '/bootstrap',
    '/submission/',
    '/submission/',
    '/status/',
    '/draft-key/',
    '/widget/',
    '/locodes/',
  ),
});
const fault = faults.map((given) => ({ act: 'fault' as const, ...given }));

const change = fc.record({ act: fc.constant('change' as const), at: number, pick: number });

const anything = fc.oneof(
  { weight: 6, arbitrary: answer },
  { weight: 3, arbitrary: press },
  { weight: 3, arbitrary: change },
  { weight: 2, arbitrary: branch },
  { weight: 1, arbitrary: leave },
  { weight: 1, arbitrary: submit },
  { weight: 4, arbitrary: page },
  { weight: 2, arbitrary: fault },
);
const correction = fc.oneof(
  { weight: 3, arbitrary: change },
  { weight: 1, arbitrary: branch },
  { weight: 1, arbitrary: anything },
);
const some = (action: Arbitrary<Action>, most: number) => fc.array(action, { maxLength: most });
const perhaps = (action: Arbitrary<Action>) => some(action, 1);

/** What happens in one visit: somebody tries things, fills in the form, changes their mind, and submits. */
export const visits: Arbitrary<Action[]> = fc
  .tuple(
    some(anything, 5),
    perhaps(complete),
    some(correction, 3),
    perhaps(complete),
    submit.map((each) => [each]),
    fc.oneof(fc.constant([]), fc.tuple(correction, complete, submit)),
  )
  .map((phases) => phases.flat());

export interface Offer {
  answers: readonly Answer[];
  screen: readonly Shown[];
  menus: readonly Shown[];
  /** Questions that this action has answered already. */
  tried: ReadonlySet<string>;
}

const PRESSABLE = new Set(['add', 'remove', 'undo-button', 'clear', 'known-button']);

/** The step that an action means on this screen; `undefined`: there is none. */
export function stepFor(
  action: Action,
  { answers, screen, menus, tried }: Offer,
): Step | undefined {
  switch (action.act) {
    case 'answer': {
      const chosen = pickOf(answers, action.at);
      return chosen && answerStep(chosen, action.pick, action.how);
    }
    case 'change': {
      const given = pickOf(
        answers.filter(({ text }) => text !== ''),
        action.at,
      );
      const step = given && answerStep(given, action.pick, 'keys');
      const isSame = step?.do === 'choose' && given?.text === step.option;
      return isSame && given ? answerStep(given, action.pick + 1, 'keys') : step;
    }
    case 'complete': {
      const open = answers.find(
        (each) =>
          each.text === '' &&
          !tried.has(keyOf(each.field, each.entry)) &&
          (!action.isRequiredOnly || isRequired(each)),
      );
      return open && answerStep(open, goodPick(open, action.pick + tried.size), 'keys');
    }
    case 'branch': {
      const nth = menus.length === 0 ? -1 : action.at % menus.length;
      const option = pickOf(menus[nth]?.options ?? [], action.pick);
      return option === undefined ? undefined : { do: 'branch', nth, option };
    }
    case 'press': {
      const buttons = screen.filter(({ part, role }) => role === 'button' && PRESSABLE.has(part));
      const button = pickOf(buttons, action.at);
      if (button === undefined) return undefined;
      const alike = screen.filter(({ role, name }) => role === 'button' && name === button.name);
      return { do: 'press', button: button.name, nth: alike.indexOf(button) };
    }
    case 'leave':
      return { do: 'leave' };
    case 'submit':
      return { do: 'submit', how: action.how };
    case 'page':
      return { do: 'page', what: action.what };
    case 'fault':
      return { do: 'fault', fault: action.fault, on: action.on };
  }
}

function pickOf<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(items.length, 1)];
}

const isRequired = ({ controls }: Answer) => controls.some((each) => each.isRequired);

/** A pick that a valid answer has: samples begin with valid ones. */
const goodPick = ({ field }: Answer, pick: number) =>
  field.samples || field.kind === 'date' ? pick % 2 : pick;

/** Begins no option. */
const UNLISTED = 'Quuxville';

function answerStep(to: Answer, pick: number, how: TypingMethod): Step | undefined {
  const { field, entry, controls } = to;
  const at = { field: field.title, entry };
  const [control] = controls;
  switch (field.kind) {
    case 'file':
      return { do: 'file', ...at, name: `cv${pick % 3}-${[1, 100][pick % 2]}k.txt` };
    case 'date':
      return { do: 'type', ...at, text: pickOf(['1990-12-31', '2001-02-03', ''], pick) ?? '', how };
    case 'text':
    case 'number': {
      const texts = [...(field.samples ?? []), ''];
      return { do: 'type', ...at, text: pickOf(texts, pick) ?? '', how };
    }
    default: {
      const ticks = controls.filter(({ role }) => role === 'radio' || role === 'checkbox');
      const labels = ticks.map(({ name }) => name);
      const listed = control?.options.length
        ? control.options
        : field.options?.map(([text]) => text);
      const option = pickOf(labels.length > 0 ? labels : (listed ?? []), pick);
      const isSearched = labels.length === 0 && !control?.options.length;
      if (isSearched && pick % 5 === 4) return { do: 'type', ...at, text: UNLISTED, how };
      if (isSearched && pick % 5 === 3) return { do: 'choose', ...at, option: UNLISTED };
      return option === undefined ? undefined : { do: 'choose', ...at, option };
    }
  }
}

/** A step in plain words. */
export function inWords(step: Step): string {
  switch (step.do) {
    case 'type': {
      const where = `“${step.field}”${ofEntry(step.entry)}`;
      if (step.text === '') return `empties ${where}`;
      return `${VERBS[step.how]} “${step.text}” in ${where}`;
    }
    case 'choose':
      return `answers ${step.option} to “${step.field}”${ofEntry(step.entry)}`;
    case 'branch':
      return `chooses “${step.option}” in menu ${step.nth + 1}`;
    case 'file':
      return `chooses the file ${step.name} for “${step.field}”${ofEntry(step.entry)}`;
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
  }
}

const VERBS = { keys: 'types', paste: 'pastes', composition: 'composes', autofill: 'autofills' };

const ofEntry = (entry: readonly number[]) =>
  entry.length === 0 ? '' : ` of entry ${entry.map((at) => at + 1).join('.')}`;
