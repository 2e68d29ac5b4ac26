import type { FormModel } from '../model/form-model.ts';
import type { QuestionNode } from '../model/question-node.ts';

/**
 * The fields of an object in the order of the page, level by level: those before its first choice, then those
 * that follow each choice.
 *
 * @param hostOrder - the host's `ui:order`, with or without `*`
 * @param arrangement - of the whole form: its prefilled fields are folded, after all others
 */
export function levelsOf(
  { children, choices }: Pick<QuestionNode, 'children' | 'choices'>,
  hostOrder: unknown,
  { first, folded }: FormModel['arrangement'],
): string[][] {
  const names = [...children.keys()];
  const ordered = Array.isArray(hostOrder) ? inOrder(names, hostOrder) : firstOf(names, first);
  const starts = choices.map(({ position }) => position);
  const levelOf = (name: string) =>
    folded.has(name)
      ? starts.length
      : starts.filter((position) => position <= names.indexOf(name)).length;
  const isOpenFirst = [
    ...ordered.filter((name) => !folded.has(name)),
    ...names.filter((name) => folded.has(name)),
  ];
  const levels = [...starts.keys(), starts.length];
  return levels.map((level) => isOpenFirst.filter((name) => levelOf(name) === level));
}

const firstOf = (names: readonly string[], first: ReadonlySet<string>): string[] => [
  ...names.filter((name) => first.has(name)),
  ...names.filter((name) => !first.has(name)),
];

/** Names that the order lacks take the place of its `*`, or come last. */
function inOrder(names: readonly string[], order: readonly unknown[]): string[] {
  const others = names.filter((name) => !order.includes(name));
  const withRest = order.includes('*') ? order : [...order, '*'];
  const sorted = withRest.flatMap((name) =>
    name === '*' ? others : names.filter((each) => each === name),
  );
  return [...new Set(sorted)];
}
