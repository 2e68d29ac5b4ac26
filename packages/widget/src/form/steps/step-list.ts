import type { UiSchema } from '@rjsf/utils';
import {
  type AskedField,
  type ChoiceOptions,
  type FieldInfo,
  themeOptions,
} from '../asked-form/field-info.ts';

/** The root option `steps` of `ui_schema`: `true`, or the titles and top-level fields of the steps. */
export type StepsOption = true | readonly { title: string; fields: readonly string[] }[];

/** Fields of a form that the candidate fills in together. */
export interface Step {
  /** Stays while conditions add and remove fields. */
  id: string;
  /** Absent for a group, whose legend is the title, and for fields that belong to no group. */
  title?: string;
  /** Names of the top-level fields in RJSF's path, and of the choices before them. */
  items: ReadonlySet<string>;
}

/** The last step: the candidate checks the answers, and sends them. */
export const CHECK = 'check';

/** Where the candidate is in a form with steps; part of a draft. */
export interface StepPlace {
  /** The id of the step, or {@link CHECK}. */
  id: string;
  /** The candidate has seen the check and returned to change an answer: *Continue* leads back to it. */
  isChanging: boolean;
}

/** The item of a choice between branches of the whole form. */
export const choiceItem = (name: string): string => `\uE001${name}`;

/** The choices between branches of a value, each inside the chosen branch of the one before, by item. */
export function choicesIn(uiSchema: UiSchema): Map<string, ChoiceOptions> {
  const options = themeOptions(uiSchema).choice;
  if (options === undefined) return new Map();
  const inside = choicesIn(options.chosen?.uiSchema ?? {});
  return new Map([[choiceItem(options.choice.name), options], ...inside]);
}

/** The steps that ask something now. */
export function stepsOf(root: AskedField | undefined, option: StepsOption): Step[] {
  if (root === undefined) return [];
  const items = itemsIn(root.info.uiSchema);
  return option === true ? stepPerGroup(root, items) : stepsByList(option, items);
}

interface Item {
  id: string;
  /** Absent for a choice. */
  field?: string;
  /** Names of the fields that the branches of a choice ask for. */
  branchFields?: readonly string[];
}

/** The fields of the form in the order of the page, each choice before the fields of its branch. */
function itemsIn(uiSchema: UiSchema): Item[] {
  const names = (uiSchema['ui:order'] ?? []) as string[];
  // The order ends with RJSF's wildcard.
  const fields = names.filter((name) => name !== '*');
  const own = fields.map((name) => ({ id: name, field: name }));
  const options = themeOptions(uiSchema).choice;
  if (options === undefined) return own;
  const { choice, chosen } = options;
  const item = { id: choiceItem(choice.name), branchFields: choice.fields };
  return [...own, item, ...itemsIn(chosen?.uiSchema ?? {})];
}

const isGroup = ({ uiSchema }: FieldInfo): boolean => uiSchema['ui:widget'] === undefined;

/**
 * One step for each object and list, and for each run of fields and choices between them. A choice stays in its run
 * whatever its branch asks.
 */
function stepPerGroup({ children }: AskedField, items: readonly Item[]): Step[] {
  let after = '';
  const ids = new Map<Item, string>();
  for (const item of items) {
    const asked = children.get(item.field ?? '');
    const hasOwn = asked !== undefined && isGroup(asked.info);
    if (hasOwn) after = item.id;
    ids.set(item, hasOwn ? item.id : `\uE002${after}`);
  }
  const steps = Map.groupBy(items, (item) => ids.get(item) ?? '');
  return [...steps].map(([id, own]) => ({ id, items: idsOf(own) }));
}

/**
 * Fields that no step names belong to the last one. A choice belongs to the first step that names a field of its
 * branches, whichever is chosen; without one, to the step of the field after it.
 */
function stepsByList(list: Exclude<StepsOption, true>, items: readonly Item[]): Step[] {
  const indexOf = (field: string | undefined) => {
    const named = list.findIndex(({ fields }) => field !== undefined && fields.includes(field));
    return named === -1 ? list.length - 1 : named;
  };
  const nextField = (index: number) =>
    items.slice(index).find(({ field }) => field !== undefined)?.field;
  const lastField = items.findLast(({ field }) => field !== undefined)?.field;
  const indexes = items.map(({ branchFields = [] }, index) => {
    const own = list.findIndex(({ fields }) => fields.some((each) => branchFields.includes(each)));
    return own === -1 ? indexOf(nextField(index) ?? lastField) : own;
  });
  return list.flatMap(({ title }, step) => {
    const own = items.filter((_, index) => indexes[index] === step);
    return own.length > 0 ? { id: String(step), title, items: idsOf(own) } : [];
  });
}

const idsOf = (items: readonly Item[]) => new Set(items.map(({ id }) => id));
