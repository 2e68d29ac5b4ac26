/** Codes of the signs that `field-id.ts` of the widget writes as `_<code>_`; `__` is `_`. */
const CODED = /_([0-9a-f]*)_/g;
const FIELD = /^f\.(.+)$/;
/** A menu posts the number of its choice, which says nothing to anybody. */
const IS_NUMBER_OF_CHOICE = /^\d{1,3}$/;
const PART = /-(day|month|year|time)$/;

/**
 * What was typed, as pairs of a readable name and a text: choices are left out, they are numbers.
 *
 * @param labels - what fields of well-known names are called, and the parts of a date
 */
export function typedIn(
  entries: readonly (readonly [name: string, value: string])[],
  labels: Readonly<Record<string, string>>,
): [name: string, value: string][] {
  return entries.flatMap(([name, value]) => {
    const field = FIELD.exec(name)?.[1];
    const isChoice = IS_NUMBER_OF_CHOICE.test(value) && !PART.test(name);
    if (field === undefined || value.trim() === '' || isChoice) return [];
    return [[readable(field, labels), value] as [string, string]];
  });
}

function readable(field: string, labels: Readonly<Record<string, string>>): string {
  const names = field.replace(PART, '.$1').split('.').map(decode);
  return names
    .map((name) => {
      if (/^\d+$/.test(name)) return String(Number(name) + 1);
      return Object.hasOwn(labels, name) ? labels[name] : name.replaceAll(/[_-]+/g, ' ').trim();
    })
    .join(' ');
}

function decode(name: string): string {
  return name.replaceAll(CODED, (_all, code: string) =>
    code === '' ? '_' : signOf(Number.parseInt(code, 16)),
  );
}

const signOf = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '');
