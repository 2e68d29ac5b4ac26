import type { Opener, Part } from './question-node.ts';
import { declaredFields } from './field-names.ts';
import type { Schema } from './schema.ts';

export const namesOf = (names: unknown): string[] =>
  Array.isArray(names) ? (names as string[]) : [];

const definedIn = (schema: Schema): string[] => declaredFields(schema).map(([name]) => name);

const isClosed = (schema: Schema): boolean => schema['additionalProperties'] === false;

/** The fields of an object. A required name without a definition is one too, since it must be given. */
export function namesIn(schemas: readonly Schema[]): Set<string> {
  const required = schemas.some(isClosed)
    ? []
    : schemas.flatMap((schema) => namesOf(schema['required']));
  return new Set([...schemas.flatMap(definedIn), ...required]);
}

/** A field or a choice at its place. */
interface Placed {
  item: Opener;
  /** What it follows; absent where the schema's own order counts. */
  opener?: Placed;
}

/**
 * The fields and choices of an object, in the order of the form. What always applies is in the schema's order.
 * What a condition, a dependency, or a branch adds follows the field whose answer decides; where several do, the
 * last of them.
 */
export function orderOf(parts: readonly Part[]): Opener[] {
  const isOpen = !parts.some(({ schema }) => isClosed(schema));
  const placed = new Map<Opener, Placed>();
  const order: Placed[] = [];
  const place = (item: Opener, openers: readonly Opener[]) => {
    if (placed.has(item)) return;
    const found = openers.map((each) => placed.get(each)).filter((each) => each !== undefined);
    const last = Math.max(-1, ...found.map((each) => order.indexOf(each)));
    const opener = order[last];
    const added = { item, ...(opener && { opener }) };
    let at = opener === undefined ? order.length : last + 1;
    while (opener !== undefined && isUnder(order[at], opener)) at += 1;
    order.splice(at, 0, added);
    placed.set(item, added);
  };
  const always = parts.filter(({ openers }) => openers.length === 0);
  for (const item of itemsOf(always, isOpen)) place(item, []);
  // What decides comes first, also where the schema has it later.
  let waiting = parts
    .filter(({ openers }) => openers.length > 0)
    .map((part) => ({ items: itemsOf([part], isOpen), openers: part.openers }));
  while (waiting.length > 0) {
    const awaited = new Set(
      waiting.flatMap(({ items }) => items.filter((item) => !placed.has(item))),
    );
    const isReady = ({ items, openers }: (typeof waiting)[number]) =>
      openers.every((each) => !awaited.has(each) || items.includes(each));
    const next = waiting.find(isReady) ?? waiting[0];
    for (const item of next?.items ?? []) place(item, next?.openers ?? []);
    waiting = waiting.filter((each) => each !== next);
  }
  return order.map(({ item }) => item);
}

function isUnder(placed: Placed | undefined, opener: Placed): boolean {
  return (
    placed?.opener !== undefined && (placed.opener === opener || isUnder(placed.opener, opener))
  );
}

/** Fields without a definition follow those that have one. */
function itemsOf(parts: readonly Part[], isOpen: boolean): Opener[] {
  const items: Opener[] = [];
  let required: string[] = [];
  for (const { schema, choice } of parts) {
    items.push(...definedIn(schema));
    if (isOpen) required.push(...namesOf(schema['required']));
    if (choice === undefined) continue;
    items.push(...required, choice);
    required = [];
  }
  return [...items, ...required];
}
