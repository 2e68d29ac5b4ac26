/**
 * JSON as text that keeps every digit: equal texts mean equal data, whatever the order of members.
 *
 * @param without - members of the object that do not count
 */
export function exact(text: string, without: readonly string[] = []): string {
  const value = JSON.parse(text, keepDigits as Reviver) as Record<string, unknown>;
  for (const name of without) delete value[name];
  return written(value);
}

type Reviver = (key: string, value: unknown) => unknown;

/** A number, as its digits; a class of its own keeps it apart from strings. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function keepDigits(_key: string, value: unknown, { source = '' }: { source?: string }): unknown {
  return typeof value === 'number' ? new Digits(decimal(source)) : value;
}

/** The shortest form of a number's digits, for example `15e-1` for 1.50. */
function decimal(source: string): string {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${source.startsWith('-') ? '-' : ''}${significant}e${power}`;
}

function written(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`);
  return `{${members.join(',')}}`;
}

/** A member of a JSON object, as the text that it was written with; for flat checks of raw bodies. */
export function exactMember(text: string, name: string): string | undefined {
  const value = (JSON.parse(text, keepDigits as Reviver) as Record<string, unknown>)[name];
  return value === undefined ? undefined : written(value);
}
