type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a candidate gave to a control, or to several of one name, before anything listened. */
export type FilledIn = { name: string } & (
  | { text: string; picked?: never }
  /** Numbers of the options that are chosen now, from 0. */
  | { picked: readonly number[]; text?: never }
);

/** All that is not as the form was drawn, in the order of the screen. */
export function filledIn(place: ParentNode): FilledIn[] {
  const controls = [
    ...place.querySelectorAll<Control>('input:not([type=hidden]), select, textarea'),
  ];
  const byName = Map.groupBy(controls, ({ name }) => name);
  return [...byName].flatMap(([name, group]) =>
    group.some(isChanged) ? [{ name, ...answerOf(group) }] : [],
  );
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ selected, defaultSelected }) => selected !== defaultSelected,
    );
  return isTick(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

function answerOf(group: readonly Control[]): { text: string } | { picked: number[] } {
  const [first] = group;
  if (first instanceof HTMLSelectElement)
    return { picked: first.value === '' ? [] : [Number(first.value)] };
  if (first === undefined || !isTick(first)) return { text: first?.value ?? '' };
  return {
    picked: group.flatMap((each, index) => (isTick(each) && each.checked ? [index] : [])),
  };
}

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);
}
