import { fileContent } from './files.ts';
import type { Field, Form, Json, Segment } from './form.ts';
import type { Shown } from './screen.ts';

/** A question on the screen. */
export interface Answer {
  field: Field;
  /** Index of each list entry around it, from the outside. */
  entry: readonly number[];
  /** What the screen says; `undefined`: nothing is answered. */
  value: Json | undefined;
  /** The same as text. */
  text: string;
  /** Its controls: an input, or the options in order. */
  controls: readonly Shown[];
}

const YES = new Set(['Yes', 'Sí', 'Sim']);
const EDITABLE = new Set(['textbox', 'combobox', 'searchbox', 'Date', 'InputTime', 'spinbutton']);

/** The questions that the screen shows, with their answers, in order. */
export function answersOn(screen: readonly Shown[], { fields }: Form): Answer[] {
  const shown = fields.filter(({ title, isSilent = false }) => title !== '' && !isSilent);
  const byTitle = new Map(shown.map((field) => [field.title, field]));
  const answers: Answer[] = [];
  const seen = new Set<string>();
  for (const control of screen) {
    const field = fieldOf(control, byTitle);
    if (field === undefined) continue;
    const key = keyOf(field, control.entry);
    if (seen.has(key)) continue;
    seen.add(key);
    const controls = screen.filter(
      (each) => fieldOf(each, byTitle) === field && keyOf(field, each.entry) === key,
    );
    const read = READERS[field.kind](field, controls);
    answers.push({ field, entry: control.entry, controls, ...read });
  }
  return answers;
}

/** Names a question among those on the screen. */
export const keyOf = ({ title }: Field, entry: readonly number[]): string =>
  [title, ...entry].join(' ');

/** The question that a control belongs to: by its own name, or by that of the group around it. */
function fieldOf(control: Shown, byTitle: ReadonlyMap<string, Field>): Field | undefined {
  const { role, name, groups, type } = control;
  if (role === 'radio' || (role === 'checkbox' && !byTitle.has(name)) || isDatePart(control))
    return byTitle.get(withoutNumber(groups.at(-1) ?? '', byTitle));
  if (EDITABLE.has(role) || role === 'checkbox' || type === 'file')
    return byTitle.get(withoutNumber(name, byTitle));
  return undefined;
}

const isDatePart = ({ role, name }: Shown) =>
  EDITABLE.has(role) && /^(Day|Month|Year|D[ií]a|M[eê]s|A[nñ]o|Ano)$/.test(name);

/** A scalar list entry is named after its list: "Skill 2". */
function withoutNumber(name: string, byTitle: ReadonlyMap<string, Field>): string {
  return byTitle.has(name) ? name : name.replace(/ \d+$/, '');
}

type Reading = Pick<Answer, 'value' | 'text'>;

const READERS: Record<Field['kind'], (field: Field, controls: readonly Shown[]) => Reading> = {
  text: (_field, controls) => textOf(controls, (text) => text),
  number: (_field, controls) =>
    textOf(controls, (text) => (/^-?\d+$/.test(text) ? Number(text) : text)),
  yesNo: (_field, controls) => chosen(controls, ({ name }) => YES.has(name)),
  consent: (_field, controls) => chosen(controls, () => true),
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
  file: ({ schema }, controls) => {
    const [input] = controls;
    const chosenNow = input?.value.endsWith('.txt') ? [input?.value ?? ''] : [];
    const text = (input?.removable.length ? input.removable : chosenNow).join(', ');
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

function valueOf({ options = [] }: Field, label: string): Json {
  const option = options.find(([text]) => text === label);
  return option === undefined ? label : option[1];
}

/** The answers as data: every answered question at its place, nothing else. */
export function dataOf(answers: readonly Answer[]): { [name: string]: Json } {
  const data: { [name: string]: Json } = {};
  for (const { field, entry, value } of answers)
    if (value !== undefined) put(data, field.path, entry, value);
  return data;
}

type Container = { [name: string]: Json } | Json[];

/** A path with the index of each list entry. */
export function keysOf(path: readonly Segment[], entry: readonly number[]): (string | number)[] {
  const indexes = [...entry];
  return path.map((segment) =>
    typeof segment === 'number' || segment === '*' ? (indexes.shift() ?? 0) : segment,
  );
}

function put(
  data: Container,
  path: readonly Segment[],
  entry: readonly number[],
  value: Json,
): void {
  const keys = keysOf(path, entry);
  let container = data;
  for (const [at, key] of keys.entries()) {
    const isLast = at === keys.length - 1;
    const next = typeof keys[at + 1] === 'number' ? [] : {};
    const members = container as Record<string | number, Json>;
    if (!Object.hasOwn(members, key) || members[key] === undefined)
      Object.defineProperty(members, key, {
        value: isLast ? value : next,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    container = members[key] as Container;
  }
}

/** The value at a place, with the index of each entry. */
export function valueAt(
  data: Json | undefined,
  path: readonly Segment[],
  entry: readonly number[],
): Json | undefined {
  let value = data;
  for (const key of keysOf(path, entry)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, Json>)[key];
  }
  return value;
}
