import { fileBytes } from './files.ts';
import type { Json, Schema } from './form.ts';
import { enter, select } from './perform.ts';
import type { Shown } from './screen.ts';
import { isNumeric, schemasIn, Subschemas, textsFor } from './subschemas.ts';
import type { Visit } from './visit.ts';

/** A question on the screen of a form that nobody here wrote. */
interface Question {
  path: readonly string[];
  pointer: string;
  controls: readonly Shown[];
  schemas: readonly Schema[];
}

/** Whether the candidate answers a question, which may be optional. */
export type IsAnswered = (pointer: string, isRequired: boolean) => boolean;

const ANSWERABLE = new Set(
  'textbox combobox searchbox spinbutton Date InputTime DateTime radio checkbox'.split(' '),
);
/** Stands for a value that the screen does not tell: a password, or an option in our own words. */
export const ANYTHING = '\u0000anything';
const MAX_STEPS = 400;
const FILE = 'cv-1k.txt';
const YES = /^(yes|sí|sim)$/i;

/** Answers any form by what the screen offers and what the schema says about each place. */
export class Filler {
  readonly #visit: Visit;
  readonly #subschemas: Subschemas;
  /** Which sample a question gets, after earlier ones were refused. */
  readonly #tries = new Map<string, number>();
  readonly #done = new Set<string>();

  readonly #isAnswered: IsAnswered;

  /** @param isAnswered - which questions the candidate answers */
  constructor(visit: Visit, isAnswered: IsAnswered) {
    this.#visit = visit;
    this.#isAnswered = isAnswered;
    this.#subschemas = new Subschemas(visit.form.schema);
  }

  /** Answers everything that is not answered. */
  async fill(): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const screen = await this.#visit.screen();
      const open = this.#questions(screen).find(({ pointer }) => !this.#done.has(pointer));
      if (open !== undefined) {
        const { pointer, controls } = open;
        this.#done.add(pointer);
        const isRequired = controls.some((each) => each.isRequired) || this.#tries.has(pointer);
        if (!this.#isAnswered(pointer, isRequired)) continue;
        await this.#answer(open);
      } else if (!(await this.#addEntry(screen))) return;
      await this.#visit.settle();
    }
  }

  /** Answers some questions differently the next time. */
  retry(pointers: readonly string[]): void {
    for (const pointer of new Set(pointers)) {
      this.#tries.set(pointer, (this.#tries.get(pointer) ?? 0) + 1);
      this.#done.delete(pointer);
    }
  }

  /** What the screen shows, as data by pointer. */
  async shown(): Promise<Map<string, { path: readonly string[]; value: Json }>> {
    const questions = this.#questions(await this.#visit.screen());
    return new Map(
      questions.flatMap((question) => {
        const value = valueOf(question);
        return value === undefined ? [] : [[question.pointer, { path: question.path, value }]];
      }),
    );
  }

  /** Whether a value may be sent although no question shows it. */
  isSilent(path: readonly string[]): boolean {
    return this.#subschemas
      .at(path)
      .some((each) => each.const !== undefined || each.readOnly === true || isFixed(each));
  }

  #questions(screen: readonly Shown[]): Question[] {
    const questions = new Map<string, Question & { controls: Shown[] }>();
    for (const control of screen) {
      const path = pathOf(control);
      const isOne = ANSWERABLE.has(control.role) || control.type === 'file';
      if (path === undefined || !isOne || control.isDisabled) continue;
      const pointer = pointerOf(path);
      const known = questions.get(pointer);
      if (known) known.controls.push(control);
      else {
        const schemas = this.#subschemas.at(path);
        questions.set(pointer, { path, pointer, controls: [control], schemas });
      }
    }
    for (const question of questions.values()) {
      // A menu that chooses between branches, beside the input of the branch.
      const own = question.controls.filter(({ domId }) => !/-choice\d+$/.test(domId));
      if (own.length > 0) question.controls = own;
    }
    return [...questions.values()];
  }

  async #answer({ pointer, controls, schemas }: Question): Promise<void> {
    const visit = this.#visit;
    const [control] = controls;
    if (control === undefined) return;
    const tried = this.#tries.get(pointer) ?? 0;
    if (control.type === 'file') return visit.chooseFile(control.id, FILE);
    if (control.role === 'radio' || control.role === 'checkbox') {
      if (tried === 0 && controls.some(({ isChecked }) => isChecked)) return;
      const next = controls[tried % controls.length];
      return next?.isChecked ? undefined : visit.click(next?.id ?? -1);
    }
    if (control.options.length > 0) {
      const real = control.options.length > 1 ? control.options.slice(1) : control.options;
      const isOpen = control.value === '' || control.value === control.options[0];
      const option = real[tried % real.length] ?? '';
      return isOpen || tried > 0 ? select(visit, control, option) : undefined;
    }
    if (tried === 0 && control.value !== '') return;
    const isDate = controls.length === 3 && controls.every(isDatePart);
    const texts = textsFor(schemas).filter((text) => !isDate || ISO_DATE.test(text));
    const text = texts[tried % texts.length] ?? '';
    const parts = ISO_DATE.exec(text)?.slice(1).toReversed() ?? [];
    if (isDate)
      for (const [at, part] of ['day', 'month', 'year'].entries()) {
        const input = controls.find(({ domId }) => domId.endsWith(`-${part}`));
        await enter(visit, input?.id ?? -1, parts[at] ?? '1', 'keys');
      }
    else if (control.type === 'time' || control.type === 'datetime-local')
      await visit.call(
        control.id,
        SET_NATIVE,
        control.type === 'time' ? '10:30' : `${TODAY}T10:30`,
      );
    else await enter(visit, control.id, text, 'keys');
    if (control.role === 'combobox') await this.#takeSuggestion();
  }

  async #takeSuggestion(): Promise<void> {
    await this.#visit.settle();
    const { keyboard } = this.#visit.page;
    const hasSome = (await this.#visit.screen()).some(({ role }) => role === 'option');
    if (hasSome) await keyboard.press('ArrowDown');
    await keyboard.press(hasSome ? 'Enter' : 'Tab');
  }

  /** One entry for each list that has none. */
  async #addEntry(screen: readonly Shown[]): Promise<boolean> {
    const add = screen.find(
      ({ part, domId, isDisabled }) =>
        part === 'add' && !isDisabled && !this.#done.has(domId) && domId !== '',
    );
    if (add === undefined) return false;
    this.#done.add(add.domId);
    const list = `${add.domId.replace(/-add$/, '')}.`;
    const hasEntries = screen.some(({ domId }) => domId.startsWith(list));
    if (!hasEntries) await this.#visit.click(add.id);
    return true;
  }
}

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)/;
const isDatePart = ({ domId }: Shown): boolean => /-(day|month|year)$/.test(domId);
const TODAY = '2024-05-06';
const SET_NATIVE = `function (value) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  set.call(this, value);
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
}`;

/** The place of a control in the data, from its id: the label is no name of a foreign form's question. */
function pathOf({ domId }: Shown): string[] | undefined {
  const [prefix, ...names] = (domId.split('-')[0] ?? '').split('.');
  if (prefix !== 'f' || names.length === 0) return undefined;
  return names.map((name) =>
    name.replaceAll(/__|_([0-9a-f]+)_/g, (_all, code?: string) =>
      code === undefined ? '_' : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  );
}

const pointerOf = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Whether only one value is possible. */
const isFixed = ({ type, enum: values }: Schema): boolean =>
  type === 'null' || (Array.isArray(values) && values.length === 1);

function valueOf({ controls, schemas }: Question): Json | undefined {
  const [control] = controls;
  if (control === undefined) return undefined;
  const isList = schemas.some(({ type }) => type === 'array');
  if (control.type === 'file')
    return control.removable.length > 0 || control.value.endsWith(FILE)
      ? fileBytes(FILE).toString('base64')
      : undefined;
  if (control.role === 'radio' || control.role === 'checkbox') {
    const chosen = controls.filter(({ isChecked }) => isChecked);
    if (isList && control.role === 'checkbox')
      return chosen.length > 0 ? chosen.map(({ name }) => optionOf(name, schemas)) : undefined;
    const [one] = chosen;
    if (one === undefined) return undefined;
    const isTick = one.role === 'checkbox';
    return isTick ? constantOf(schemas) : optionOf(one.name, schemas);
  }
  if (isList && control.removable.length > 0)
    return control.removable.map((name) => optionOf(name, schemas));
  if (isDatePart(control)) {
    const part = (name: string) =>
      controls.find(({ domId }) => domId.endsWith(name))?.value.padStart(2, '0') ?? '';
    const date = [part('-year'), part('-month'), part('-day')].join('-');
    return date === '00-00-00' ? undefined : date;
  }
  const text = control.value;
  if (text === '') return undefined;
  if (/^•+$/.test(text)) return ANYTHING;
  const isPlaceholder = control.options.length > 1 && text === control.options[0];
  if (isPlaceholder) return undefined;
  if (control.role === 'combobox') return optionOf(text, schemas);
  return schemas.some((each) => isNumeric(each)) && !Number.isNaN(Number(text))
    ? Number(text)
    : text;
}

const constantOf = (schemas: readonly Schema[]): Json =>
  (schemas.find((each) => each.const !== undefined)?.const as Json | undefined) ?? true;

const plain = (text: unknown): string =>
  String(text)
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}]/gu, '');

/** The value of an option by its text on the screen. */
function optionOf(label: string, schemas: readonly Schema[]): Json {
  const all = schemas.flatMap((each) => [each, ...schemasIn([each.items].flat())]);
  const inside = all.flatMap((each) => [each, ...schemasIn(each.oneOf ?? each.anyOf)]);
  const isIt = (text: unknown) => text !== undefined && plain(text) === plain(label);
  for (const each of inside) {
    const values = (each.enum ?? (each.const === undefined ? [] : [each.const])) as Json[];
    const names = (each.enumNames ?? each['x-enumNames']) as string[] | undefined;
    for (const [at, value] of values.entries()) {
      const isTitled = values.length === 1 && isIt(each.title);
      if (isTitled || isIt(names?.[at]) || isIt(value)) return value;
    }
  }
  if (schemas.some(({ type }) => [type].flat().includes('boolean'))) return YES.test(label);
  const isListed = inside.some((each) => each.enum !== undefined || each.const !== undefined);
  return isListed ? ANYTHING : label;
}
