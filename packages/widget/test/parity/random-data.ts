import { FORMAT_TEXTS, INHERITED_NAMES, NAMES, NUMBERS, TEXTS } from './samples.ts';
import type { Seeded } from './seeded.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Keywords = Readonly<Record<string, unknown>>;

const DEEPEST = 6;

/** Generates data for one schema. */
export class RandomData {
  readonly #random: Seeded;
  readonly #root: Keywords;
  readonly #strange: readonly string[];

  /** `hasInheritedNames`: objects may hold names such as `toString`. */
  constructor(random: Seeded, root: unknown, hasInheritedNames: boolean) {
    this.#random = random;
    this.#strange = hasInheritedNames ? [...INHERITED_NAMES, 'unnamed'] : ['unnamed'];
    this.#root = root as Keywords;
  }

  /** Data with the right types, names, and formats; one value in ten is random. */
  fitting(): Json {
    return this.#fitting(this.#root, 0);
  }

  /** An object with random properties. */
  anything(): Json {
    const names = NAMES.filter(() => this.#random.chance(0.3));
    return Object.fromEntries(names.map((name) => [name, this.#anyValue(1)]));
  }

  #anyValue(depth: number): Json {
    const random = this.#random;
    const kind = random.next();
    if (depth < DEEPEST && kind < 0.2) {
      const names = [...NAMES, ...this.#strange].filter(() => random.chance(0.15));
      return Object.fromEntries(names.map((name) => [name, this.#anyValue(depth + 1)]));
    }
    if (depth < DEEPEST && kind < 0.35)
      return Array.from({ length: random.below(4) }, () => this.#anyValue(depth + 1));
    if (kind < 0.65) return random.pick(TEXTS);
    return kind < 0.85 ? random.pick(NUMBERS) : random.pick([true, false, null]);
  }

  #fitting(schema: unknown, depth: number): Json {
    const random = this.#random;
    if (typeof schema !== 'object' || schema === null || random.chance(0.1) || depth > DEEPEST)
      return this.#anyValue(depth);
    const keywords = this.#merged(schema as Keywords);
    if (keywords.const !== undefined) return keywords.const as Json;
    if (Array.isArray(keywords.enum)) return random.pick(keywords.enum as Json[]);
    const type = Array.isArray(keywords.type) ? random.pick(keywords.type) : keywords.type;
    if (type === 'object' || keywords.properties || keywords.required)
      return this.#object(keywords, depth);
    if (type === 'array' || keywords.items || keywords.prefixItems || keywords.contains)
      return this.#list(keywords, depth);
    if (type === 'number' || type === 'integer') return this.#number(keywords);
    if (type === 'boolean') return random.chance(0.5);
    if (type === 'null') return null;
    return random.pick(FORMAT_TEXTS[String(keywords.format)] ?? TEXTS);
  }

  /** The schema with the target of its reference, and with one of its branches. */
  #merged(schema: Keywords): Keywords {
    const merged = [schema];
    if (typeof schema.$ref === 'string') merged.push(this.#at(schema.$ref));
    for (const keyword of ['anyOf', 'oneOf', 'allOf'])
      if (Array.isArray(schema[keyword])) merged.push(this.#random.pick(schema[keyword]));
    return Object.assign({}, ...merged.toReversed());
  }

  #at(reference: string): Keywords {
    const segments = reference.split('/').slice(1).map(decodeURIComponent);
    const names = segments.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    return names.reduce((node, name) => (node[name] ?? {}) as Keywords, this.#root);
  }

  #object({ properties, required }: Keywords, depth: number): Json {
    const random = this.#random;
    const schemas = (properties ?? {}) as Keywords;
    const chosen = Object.keys(schemas).filter(() => random.chance(0.7));
    const extra = random.chance(0.1) ? [random.pick(this.#strange)] : [];
    return Object.fromEntries(
      [...chosen, ...((required ?? []) as string[]), ...extra].map((name) => [
        name,
        this.#fitting(Object.hasOwn(schemas, name) ? schemas[name] : true, depth + 1),
      ]),
    );
  }

  #list({ items, prefixItems, contains, uniqueItems }: Keywords, depth: number): Json {
    const random = this.#random;
    const tuple = (prefixItems ?? items) as unknown[];
    const schemaOf = (index: number) =>
      (Array.isArray(tuple) ? tuple[index] : undefined) ?? (random.chance(0.3) ? contains : items);
    const list = Array.from({ length: random.below(5) }, (_, index) =>
      this.#fitting(schemaOf(index), depth + 1),
    );
    const twin = list[0];
    return uniqueItems && twin !== undefined && random.chance(0.3)
      ? [...list, JSON.parse(JSON.stringify(twin)) as Json]
      : list;
  }

  #number({ multipleOf, minimum }: Keywords): number {
    const random = this.#random;
    if (typeof multipleOf === 'number' && random.chance(0.6)) {
      const multiple = multipleOf * random.below(1000);
      return Number.isFinite(multiple) ? multiple : multipleOf;
    }
    return typeof minimum === 'number' && random.chance(0.3) ? minimum : random.pick(NUMBERS);
  }
}
