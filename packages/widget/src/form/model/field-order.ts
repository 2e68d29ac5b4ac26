import { memoized } from '../../validation/json.ts';
import type { Choice, Opener, Part, QuestionNode } from './question-node.ts';
import { isSchema, requiredIn, type Schema } from './schema.ts';

/**
 * The fields that a schema declares, with their schemas: its properties, and the names that `propertyNames` lists
 * where further ones are allowed.
 */
export const declaredFields = memoized(
  ({ properties, propertyNames, additionalProperties: further }: Schema): readonly Declared[] => {
    const own = Object.entries(isSchema(properties) ? properties : {});
    if (further !== true && !isSchema(further)) return own;
    const { enum: listed, const: single } = isSchema(propertyNames) ? propertyNames : {};
    const names: unknown[] = Array.isArray(listed) ? listed : [single];
    const offered = names
      .filter((name) => typeof name === 'string')
      .filter((name) => !own.some(([known]) => known === name));
    return [...own, ...offered.map((name): Declared => [name, further])];
  },
);

type Declared = [name: string, schema: unknown];

const definedIn = (schema: Schema): string[] => declaredFields(schema).map(([name]) => name);

/** Whether a schema has no place for a name. */
function isClosedTo(schema: Schema, name: string): boolean {
  if (schema['additionalProperties'] !== false) return false;
  return !definedIn(schema).includes(name) && patternRules(schema, name).length === 0;
}

/** The schemas with which `patternProperties` declares a name. */
function patternRules({ patternProperties }: Schema, name: string): unknown[] {
  const matches = (pattern: string) => {
    try {
      return new RegExp(pattern, 'u').test(name);
    } catch {
      return false;
    }
  };
  const rules = Object.entries(isSchema(patternProperties) ? patternProperties : {});
  return rules.filter(([pattern]) => matches(pattern)).map(([, rule]) => rule);
}

/** What a schema says about a name that none declares among its `properties`. */
export function rulesForOthers(schema: Schema, name: string): unknown[] {
  const found = patternRules(schema, name);
  const { unevaluatedProperties, additionalProperties = unevaluatedProperties } = schema;
  return found.length === 0 && isSchema(additionalProperties) ? [additionalProperties] : found;
}

/** Whether a name that some schemas require has a place in all of them. */
function allowedIn(schemas: readonly Schema[]): (name: string) => boolean {
  return (name) => !schemas.some((schema) => isClosedTo(schema, name));
}

/** The fields of an object. A required name without a definition is one too, since it must be given. */
export function namesIn(schemas: readonly Schema[]): Set<string> {
  const required = schemas.flatMap(requiredIn).filter(allowedIn(schemas));
  return new Set([...schemas.flatMap(definedIn), ...required]);
}

/** A field or a choice at its place. */
interface Placed {
  item: Opener;
  /** What it follows; absent where the schema's own order counts. */
  opener?: Placed;
}

/**
 * The choices of an object, and its fields: those before the first choice, then those that follow each. What always
 * applies is in the schema's order. What a condition, a dependency, or a branch adds follows the field whose answer
 * decides; where several do, the last of them.
 */
export function orderOf(parts: readonly Part[]): Pick<QuestionNode, 'choices' | 'levels'> {
  const isAllowed = allowedIn(parts.map(({ schema }) => schema));
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
  for (const item of itemsOf(always, isAllowed)) place(item, []);
  // What decides comes first, also where the schema has it later.
  let waiting = parts
    .filter(({ openers }) => openers.length > 0)
    .map((part) => ({ items: itemsOf([part], isAllowed), openers: part.openers }));
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
  const choices: Choice[] = [];
  const levels: [string[], ...string[][]] = [[]];
  for (const { item } of order)
    if (typeof item === 'string') levels.at(-1)?.push(item);
    else {
      choices.push(item);
      levels.push([]);
    }
  return { choices, levels };
}

function isUnder(placed: Placed | undefined, opener: Placed): boolean {
  return (
    placed?.opener !== undefined && (placed.opener === opener || isUnder(placed.opener, opener))
  );
}

/** Fields without a definition follow those that have one. */
function itemsOf(parts: readonly Part[], isAllowed: (name: string) => boolean): Opener[] {
  const items: Opener[] = [];
  let required: string[] = [];
  for (const { schema, choice } of parts) {
    items.push(...definedIn(schema));
    required.push(...requiredIn(schema).filter(isAllowed));
    if (choice === undefined) continue;
    items.push(...required, choice);
    required = [];
  }
  return [...items, ...required];
}

/** The order of a form's top-level fields. Decided once, so that no field moves during typing. */
export interface Arrangement {
  /** Names of the fields before all others. Without prefilled fields, the schema's order stays. */
  first: ReadonlySet<string>;
  /** Names of valid prefilled fields, which are folded into a list. */
  folded: ReadonlySet<string>;
}

/**
 * The fields of an object in the order of the page, level by level.
 *
 * @param hostOrder - the host's `ui:order`, with or without `*`
 * @param arrangement - of the whole form: folded fields come after all others
 */
export function levelsOnPage(
  { levels }: Pick<QuestionNode, 'levels'>,
  hostOrder: unknown,
  { first, folded }: Arrangement,
): string[][] {
  const names = levels.flat();
  const ordered = Array.isArray(hostOrder) ? inOrder(names, hostOrder) : firstOf(names, first);
  const open = ordered.filter((name) => !folded.has(name));
  const onPage = levels.map((level) => {
    const own = new Set(level);
    return open.filter((name) => own.has(name));
  });
  onPage.at(-1)?.push(...names.filter((name) => folded.has(name)));
  return onPage;
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
