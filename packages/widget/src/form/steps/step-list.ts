import type { UiSchema } from '@rjsf/utils';
import { themeOptions } from '../asked-form/field-info.ts';
import type { AskedField, FieldInfo } from '../asked-form/field-info.ts';

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

/** A step that no list names. */
const REST = 'rest';

/** The steps that ask something now. */
export function stepsOf(root: AskedField | undefined, option: StepsOption): Step[] {
  if (root === undefined) return [];
  const items = itemsIn(root.info.uiSchema);
  const stepOf = option === true ? stepPerGroup(root) : stepByList(option);
  const steps = new Map<string, { id: string; title?: string; items: Set<string> }>();
  items.forEach((item, index) => {
    const field = item.field ?? items.slice(index).find((each) => each.field !== undefined)?.field;
    const { id, title } = stepOf(field ?? items.findLast((each) => each.field)?.field ?? '');
    const step = steps.get(id) ?? { id, ...(title && { title }), items: new Set<string>() };
    step.items.add(item.id);
    steps.set(id, step);
  });
  const all = [...steps.values()];
  if (option === true) return all;
  return option.flatMap((_, index) => all.find(({ id }) => id === String(index)) ?? []);
}

interface Item {
  id: string;
  /** Absent for a choice, which belongs to the step of the field after it. */
  field?: string;
}

/** The fields of the form in the order of the page, each choice before the fields of its branch. */
function itemsIn(uiSchema: UiSchema): Item[] {
  const names = (uiSchema['ui:order'] ?? []) as string[];
  const own = names.map((name) => ({ id: name, field: name }));
  const options = themeOptions(uiSchema).choice;
  if (options === undefined) return own;
  const { choice, chosen } = options;
  return [...own, { id: choiceItem(choice.name) }, ...itemsIn(chosen?.uiSchema ?? {})];
}

const isGroup = ({ uiSchema }: FieldInfo): boolean => uiSchema['ui:widget'] === undefined;

/** One step for each object and list, and for each run of other fields between them. */
function stepPerGroup({ children }: AskedField) {
  let after = REST;
  const ids = new Map<string, string>();
  for (const [name, { info }] of children) {
    if (isGroup(info)) after = name;
    ids.set(name, isGroup(info) ? name : `\uE002${after}`);
  }
  return (field: string): Pick<Step, 'id' | 'title'> => ({ id: ids.get(field) ?? REST });
}

/** Fields that no step names belong to the last one. */
function stepByList(list: Exclude<StepsOption, true>) {
  return (field: string): Pick<Step, 'id' | 'title'> => {
    const named = list.findIndex(({ fields }) => fields.includes(field));
    const index = named === -1 ? list.length - 1 : named;
    return { id: String(index), title: list[index]?.title ?? '' };
  };
}
