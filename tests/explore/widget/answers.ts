import { fileContent } from './files.ts';
import type { Field, Form, Question, Segment } from './form.ts';
import type { Json } from './json.ts';
import type { Shown } from './screen.ts';

/** A question on the screen. */
export interface Answer extends Question {
  /** What the screen says; `undefined`: nothing is answered. */
  value: Json | undefined;
  /** The same as text. */
  text: string;
  /** Its controls: an input, or the options in order. */
  controls: readonly Shown[];
}

/** Stands for a value that the screen does not tell: a password, or an option in our own words. */
export const ANYTHING = '\u0000anything';

const YES = new Set(['Yes', 'Sí', 'Sim']);
const EDITABLE = new Set(
  'textbox combobox searchbox Date DateTime InputTime spinbutton'.split(' '),
);

const isTick = (role: string) => role === 'radio' || role === 'checkbox';

/** Whether a control takes an answer, or a part of one. */
export const isInput = ({ role, type }: Shown): boolean =>
  EDITABLE.has(role) || isTick(role) || type === 'file';

/** The questions that the screen shows, with their answers, in order. */
export function answersOn(screen: readonly Shown[], form: Form): Answer[] {
  const questionOf = form.foreign?.questionOf ?? questionsByTitle(form);
  const questions = new Map<string, Question & { controls: Shown[] }>();
  for (const control of screen) {
    const question = questionOf(control);
    if (question === undefined) continue;
    const known = questions.get(keyOf(question));
    if (known) known.controls.push(control);
    else questions.set(keyOf(question), { ...question, controls: [control] });
  }
  return [...questions.values()].flatMap((question) => {
    const { field, controls } = question;
    const answer = { ...question, ...READERS[field.kind](field, controls) };
    return isFileList(answer) ? filesIn(answer) : [answer];
  });
}

const isIndex = (segment: Segment) => segment === '*' || typeof segment === 'number';

/** A list of files is one input. */
const isList = (path: Field['path'], entry: readonly number[]) =>
  path.filter(isIndex).length > entry.length;

const isFileList = ({ field: { kind, path }, entry, text }: Answer) =>
  kind === 'file' && text !== '' && isList(path, entry);

const filesIn = (answer: Answer): Answer[] =>
  answer.text.split(', ').map((text, index) => {
    const value = fileContent(text, answer.field.schema);
    return { ...answer, entry: [...answer.entry, index], text, value };
  });

/** Names a question among those on the screen. */
export const keyOf = ({ field, entry }: { field: Field | string; entry: readonly number[] }) =>
  [typeof field === 'string' ? field : field.title, ...entry].join(' ');

/** By a control's own name, or by that of the group around it. */
function questionsByTitle({ fields }: Form): (control: Shown) => Question | undefined {
  const shown = fields.filter(({ title, isSilent = false }) => title !== '' && !isSilent);
  const byTitle = new Map(shown.map((field) => [field.title, field]));
  // An entry of a list of texts is named after its list: "Skill 2".
  const named = (name: string) => byTitle.get(name) ?? byTitle.get(name.replace(/ \d+$/, ''));
  return (control) => {
    const { role, name, groups, type, entry } = control;
    const isOption = role === 'radio' || (role === 'checkbox' && !byTitle.has(name));
    const isOwn = EDITABLE.has(role) || role === 'checkbox' || type === 'file';
    const isInGroup = isOption || isDatePart(control);
    const field = isInGroup ? named(groups.at(-1) ?? '') : isOwn ? named(name) : undefined;
    return field && { field, entry };
  };
}

const isDatePart = ({ role, name }: Shown) =>
  EDITABLE.has(role) && /^(Day|Month|Year|D[ií]a|M[eê]s|A[nñ]o|Ano)$/.test(name);

type Reading = Pick<Answer, 'value' | 'text'>;

const READERS: Record<Field['kind'], (field: Field, controls: readonly Shown[]) => Reading> = {
  text: ({ isLoose, schema }, controls) =>
    textOf(controls, (text) => {
      if (isLoose && /^•+$/.test(text)) return ANYTHING;
      // The browser of the candidate is in this zone.
      return String(schema.format).endsWith('time') ? `${text}:00+00:00` : text;
    }),
  number: (_field, controls) =>
    textOf(controls, (text) => (Number.isNaN(Number(text)) ? text : Number(text))),
  yesNo: (_field, controls) => chosen(controls, ({ name }) => YES.has(name)),
  consent: ({ schema }, controls) => chosen(controls, () => (schema.const ?? true) as Json),
  choice: (field, controls) => {
    const [control] = controls;
    if (control?.role === 'radio') return chosen(controls, ({ name }) => valueOf(field, name));
    const text = control?.value ?? '';
    const isOption = field.options?.some(([label]) => label === text) === true;
    // A menu shows its first line while nothing is chosen.
    if (control?.options[0] === text && !isOption) return { value: undefined, text: '' };
    return textOf(controls, () => valueOf(field, text));
  },
  several: (field, controls) => {
    const checked = controls.filter(({ isChecked }) => isChecked).map(({ name }) => name);
    const names = [...checked, ...(controls[0]?.removable ?? [])];
    const typed = controls.find(({ role }) => EDITABLE.has(role))?.value ?? '';
    // Text that is no option is kept, and is an error.
    const values = [...names, ...(typed === '' ? [] : [typed])].map((name) => valueOf(field, name));
    const text = [...names, typed].filter(Boolean).join(', ');
    return { value: values.length > 0 ? values : undefined, text };
  },
  date: (_field, controls) => {
    const [day = '', month = '', year = ''] = orderedParts(controls);
    const text = [year, month, day].filter(Boolean).join('-');
    const pad = (part: string) => part.padStart(2, '0');
    const isWhole = day !== '' && month !== '' && year !== '';
    return { value: isWhole ? `${year}-${pad(month)}-${pad(day)}` : text || undefined, text };
  },
  file: ({ schema, path }, [input]) => {
    const { removable = [], reading = [], entry = [] } = input ?? {};
    // What is still being read takes the place of the one before.
    const before = reading.length > 0 && !isList(path, entry) ? [] : removable;
    const text = [...before, ...reading].join(', ');
    return { value: text === '' ? undefined : fileContent(text, schema), text };
  },
  constant: () => ({ value: undefined, text: '' }),
};

function orderedParts(controls: readonly Shown[]): string[] {
  return [/^D/, /^M/, /^[AY]/].map(
    (initial) => controls.find(({ name }) => initial.test(name))?.value.trim() ?? '',
  );
}

function textOf(controls: readonly Shown[], toValue: (text: string) => Json): Reading {
  const text = controls[0]?.value.trim() ?? '';
  return { value: text === '' ? undefined : toValue(text), text };
}

function chosen(controls: readonly Shown[], toValue: (control: Shown) => Json): Reading {
  const control = controls.find(({ isChecked }) => isChecked);
  return { value: control && toValue(control), text: control?.name ?? '' };
}

const plain = (text: unknown) =>
  String(text)
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}]/gu, '');

/** The value of an option by its text on the screen. */
function valueOf({ options = [], isLoose = false }: Field, label: string): Json {
  const option =
    options.find(([text]) => text === label) ??
    options.find(([text]) => isLoose && plain(text) === plain(label));
  if (option !== undefined) return option[1];
  return isLoose && options.length > 0 ? ANYTHING : label;
}

export const describeAnswers = (answers: readonly Answer[]) =>
  answers.map((each) => `${keyOf(each)}: ${each.text || '–'}`).join(', ');
