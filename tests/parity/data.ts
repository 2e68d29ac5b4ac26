import fc, { type Arbitrary } from 'fast-check';
import samples from './samples.json' with { type: 'json' };
import { type Keywords, oneOf, type RandomForm } from './schemas.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const DEEPEST = 6;
const FORMATS: Readonly<Record<string, readonly string[]>> = samples.formats;

const scalar = fc.oneof(
  { weight: 6, arbitrary: oneOf<Json>(samples.texts) },
  { weight: 4, arbitrary: oneOf<Json>(samples.numbers) },
  { weight: 3, arbitrary: oneOf<Json>([null, false, true]) },
);

/** Generates data for one schema. */
class DataFor {
  readonly #root: Keywords;
  readonly #strange: Arbitrary<string>;
  readonly #any: (depth: number) => Arbitrary<Json>;

  constructor({ schema, hasInheritedNames }: RandomForm) {
    const strange = hasInheritedNames ? [...samples.inheritedNames, 'unnamed'] : ['unnamed'];
    this.#root = schema;
    this.#strange = oneOf(strange);
    const name = oneOf([...samples.names, ...strange]);
    this.#any = fc.memo((levels): Arbitrary<Json> => {
      if (levels <= 1) return scalar;
      const inner = this.#any(levels - 1);
      return fc.oneof(
        { weight: 13, arbitrary: scalar },
        { weight: 4, arbitrary: objectOf(fc.array(fc.tuple(name, inner), { maxLength: 3 })) },
        { weight: 3, arbitrary: fc.array(inner, { maxLength: 3 }) },
      );
    });
  }

  /** Mostly data with the right types, names, and formats; else an object with random properties. */
  all(): Arbitrary<Json> {
    const entry = fc.tuple(oneOf(samples.names), this.#any(4));
    return fc.oneof(
      { weight: 3, arbitrary: this.#fitting(this.#root, 0) },
      { weight: 1, arbitrary: objectOf(fc.array(entry, { maxLength: 6 })) },
    );
  }

  #fitting(schema: unknown, depth: number): Arbitrary<Json> {
    const loose = this.#any(4);
    if (typeof schema !== 'object' || schema === null || depth > DEEPEST) return loose;
    const fitting = this.#merged(schema as Keywords).chain((merged) => this.#valid(merged, depth));
    return fc.oneof({ weight: 1, arbitrary: loose }, { weight: 9, arbitrary: fitting });
  }

  /** The schema with the target of its reference, and with one of its branches. */
  #merged(schema: Keywords): Arbitrary<Keywords> {
    const target = typeof schema['$ref'] === 'string' ? [this.#at(schema['$ref'])] : [];
    const branches = ['anyOf', 'oneOf', 'allOf']
      .map((keyword) => schema[keyword])
      .filter((value) => Array.isArray(value));
    return fc
      .tuple(...branches.map((each) => oneOf(each as Keywords[])))
      .map((chosen) => Object.assign({}, ...chosen.toReversed(), ...target, schema) as Keywords);
  }

  #at(reference: string): Keywords {
    const segments = reference.split('/').slice(1).map(decodeURIComponent);
    const names = segments.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    return names.reduce((node, name) => (node[name] ?? {}) as Keywords, this.#root);
  }

  #valid(keywords: Keywords, depth: number): Arbitrary<Json> {
    if (keywords['const'] !== undefined) return fc.constant(keywords['const'] as Json);
    if (Array.isArray(keywords['enum'])) return oneOf(keywords['enum'] as Json[]);
    const { type } = keywords;
    if (Array.isArray(type))
      return oneOf(type).chain((one) => this.#valid({ ...keywords, type: one }, depth));
    if (type === 'object' || keywords['properties'] || keywords['required'])
      return this.#object(keywords, depth);
    if (type === 'array' || keywords['items'] || keywords['prefixItems'] || keywords['contains'])
      return this.#list(keywords, depth);
    if (type === 'number' || type === 'integer') return numberFor(keywords);
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    return oneOf(FORMATS[String(keywords['format'])] ?? samples.texts);
  }

  #object({ properties = {}, required = [] }: Keywords, depth: number): Arbitrary<Json> {
    const schemas = properties as Keywords;
    const extra = this.#strange.map((name) => [name]);
    return fc
      .tuple(
        fc.subarray(Object.keys(schemas)),
        fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: extra }),
      )
      .chain(([chosen, strange]) => {
        const names = new Set([...chosen, ...(required as string[]), ...strange]);
        const entries = [...names].map((name) => {
          const schema = Object.hasOwn(schemas, name) ? schemas[name] : true;
          return fc.tuple(fc.constant(name), this.#fitting(schema, depth + 1));
        });
        return objectOf(fc.tuple(...entries));
      });
  }

  #list(keywords: Keywords, depth: number): Arbitrary<Json> {
    const { items, prefixItems, contains, uniqueItems } = keywords;
    const tuple = (prefixItems ?? items) as unknown;
    const rest = fc.oneof(
      { weight: 7, arbitrary: this.#fitting(Array.isArray(items) ? true : items, depth + 1) },
      { weight: 3, arbitrary: this.#fitting(contains, depth + 1) },
    );
    return fc
      .tuple(fc.nat(4), fc.nat(9))
      .chain(([length, twin]) =>
        fc
          .tuple(
            ...Array.from({ length }, (_, index) =>
              Array.isArray(tuple) && index in tuple
                ? this.#fitting(tuple[index], depth + 1)
                : rest,
            ),
          )
          .map((list) =>
            uniqueItems && list.length > 0 && twin > 6
              ? [...list, structuredClone(list[0] as Json)]
              : list,
          ),
      );
  }
}

const objectOf = (entries: Arbitrary<readonly (readonly [string, Json])[]>): Arbitrary<Json> =>
  entries.map((found) => Object.fromEntries(found));

function numberFor({ multipleOf, minimum }: Keywords): Arbitrary<Json> {
  const any = { weight: 4, arbitrary: oneOf<Json>(samples.numbers) };
  const least =
    typeof minimum === 'number' ? [{ weight: 2, arbitrary: fc.constant<Json>(minimum) }] : [];
  if (typeof multipleOf !== 'number') return fc.oneof(any, ...least);
  const multiple = fc
    .nat(999)
    .map((factor) => multipleOf * factor)
    .filter(Number.isFinite);
  return fc.oneof(any, ...least, { weight: 6, arbitrary: multiple });
}

/** Data for a schema, at most `maxLength` items. */
export const dataFor = (form: RandomForm, maxLength: number): Arbitrary<Json[]> =>
  fc.array(new DataFor(form).all(), { minLength: 1, maxLength, size: 'max' });
