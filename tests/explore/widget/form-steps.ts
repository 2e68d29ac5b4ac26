import type { Fault } from '../shared/explorer.ts';
import { type Answer, keyOf } from './answers.ts';
import type { Field, Form, Schema } from './form.ts';
import type { Shown } from './screen.ts';

/** A step of a form, as `ui_schema` names it. */
interface Part {
  title: string;
  /** Names of top-level fields. */
  fields: string[];
}

const FIELDS_PER_STEP = 2;
const HEADING = /^(?:Step|Paso|Etapa) \d+ (?:of|de) \d+ ?(.*)$/;

/** The names that the branches of the whole form ask for, or require. */
function branchNames({ oneOf, anyOf, allOf }: Schema): string[] {
  const branches = [oneOf, anyOf].flatMap((each) => (each ?? []) as Schema[]);
  const own = branches.flatMap(({ properties, required }) => [
    ...Object.keys(properties ?? {}),
    ...((required ?? []) as string[]),
  ]);
  return [...own, ...[...branches, ...((allOf ?? []) as Schema[])].flatMap(branchNames)];
}

/**
 * The steps of a form; `undefined`: it has none. What branches of the whole form ask for is one step, which has the
 * choice, too: where another branch is chosen, the candidate sees what is asked instead.
 */
export function partsOf({ schema, fields }: Form): Part[] | undefined {
  const names = [...new Set(fields.map(({ path }) => String(path[0])))];
  const inBranches = new Set(branchNames(schema));
  const others = names.filter((name) => !inBranches.has(name));
  const chunks = Array.from({ length: Math.ceil(others.length / FIELDS_PER_STEP) }, (_, at) =>
    others.slice(at * FIELDS_PER_STEP, (at + 1) * FIELDS_PER_STEP),
  );
  if (inBranches.size > 0) chunks.splice(1, 0, [...inBranches]);
  if (chunks.length < 2) return undefined;
  return chunks.map((own, at) => ({ title: `Part ${at + 1}`, fields: own }));
}

/** The answers of a form over all of its screens: those that are not shown are as the candidate last saw them. */
export class Screens {
  readonly #parts: readonly Part[];
  #seen: readonly Answer[] = [];
  /** Title of the step on the screen; `undefined`: it is not a step that asks, or the form has no steps. */
  #shown: string | undefined;

  constructor(parts: readonly Part[] = []) {
    this.#parts = parts;
  }

  /** The answers on the screen, and those of other steps, which have no controls. */
  with(answers: readonly Answer[], screen: readonly Shown[]): readonly Answer[] {
    if (this.#parts.length === 0) return answers;
    this.#shown = headingOn(screen);
    const shown = new Set(answers.map(keyOf));
    // A form that is still being loaded has no heading.
    const isElsewhere = (each: Answer) => !this.isShown(each.field) && !shown.has(keyOf(each));
    const others = this.#seen.filter(isElsewhere);
    this.#seen = [...others.map((each) => ({ ...each, controls: [] })), ...answers];
    return this.#seen;
  }

  /** Whether the screen asks a field, where it applies. */
  isShown({ path }: Field): boolean {
    if (this.#parts.length === 0) return true;
    const part = this.#parts.find(({ fields }) => fields.includes(String(path[0])));
    return part?.title === this.#shown;
  }

  /** @param isLost - which answers are not kept; default: none */
  forget(isLost: (answer: Answer) => boolean = () => true): void {
    this.#seen = this.#seen.filter((each) => !isLost(each));
  }
}

/** The title of the step on the screen; empty: it has none. */
export const headingOn = (screen: readonly Shown[]): string | undefined =>
  screen
    .map(({ role, name }) => (role === 'heading' ? HEADING.exec(name)?.[1] : undefined))
    .find((title) => title !== undefined);

/** Whether “Check your answers” is on the screen. */
export const isCheck = (screen: readonly Shown[]): boolean =>
  screen.some(({ part }) => part === 'answers');

/** “Check your answers” shows other answers than the candidate has seen before. */
export function* summaryFaults(
  screen: readonly Shown[],
  asked: readonly Answer[],
): Generator<Fault> {
  // Other steps may have rows, too, of what the candidate can only read.
  if (!isCheck(screen)) return;
  const rows = new Map<string, string>();
  for (const [at, { role, text }] of screen.entries())
    if (role === 'term')
      rows.set(
        text.split(': ').at(-1) ?? '',
        screen.slice(at + 1).find((each) => each.role === 'definition')?.text ?? '',
      );
  for (const { field, entry, text, controls } of asked) {
    const shown = rows.get(field.title);
    const isPlain = ['text', 'choice', 'yesNo'].includes(field.kind) && !field.schema.format;
    if (!isPlain || entry.length > 0 || text === '' || controls.length > 0) continue;
    if (shown?.includes(text) !== true)
      yield {
        property: 'a',
        kind: `the check shows another answer: ${field.ingredient}`,
        expected: `“${text}” for “${field.title}”`,
        seen: shown ?? [...rows.keys()].join(', '),
      };
  }
}
