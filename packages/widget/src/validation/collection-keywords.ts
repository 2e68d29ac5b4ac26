import { canonical } from './json.ts';
import type { Keywords, Rule, Run } from './rule.ts';
import type { Schema, SchemaObject } from './schema-document.ts';

type List = readonly unknown[];

const IN_BOTH: Keywords<List> = {
  maxItems:
    ({ maxItems: limit }) =>
    (list, run) =>
      list.length <= limit || run.fail('maxItems', { limit }),
  minItems:
    ({ minItems: limit }) =>
    (list, run) =>
      list.length >= limit || run.fail('minItems', { limit }),
};

const uniqueItems: Keywords<List>['uniqueItems'] = (schema) => (list, run) =>
  !schema.uniqueItems ||
  new Set(list.map(canonical)).size === list.length ||
  run.fail('uniqueItems', {});

/** Array keywords of draft-07. */
export const LIST_KEYWORDS_07: Keywords<List> = {
  ...IN_BOTH,
  additionalItems: ({ additionalItems, items }) =>
    Array.isArray(items) ? rest('additionalItems', additionalItems, items.length) : () => true,
  items: ({ items }) => (Array.isArray(items) ? tuple(items) : all(items)),
  contains: ({ contains }) => counted(contains, 1, undefined),
  uniqueItems,
};

/** Array keywords of 2020-12. */
export const LIST_KEYWORDS_2020: Keywords<List> = {
  ...IN_BOTH,
  prefixItems: ({ prefixItems }) => tuple(prefixItems),
  items: ({ items, prefixItems }) =>
    prefixItems ? rest('items', items as Schema, prefixItems.length) : all(items as Schema),
  contains: ({ contains, minContains = 1, maxContains }) =>
    counted(contains, minContains, maxContains),
  uniqueItems,
  unevaluatedItems:
    ({ unevaluatedItems }) =>
    (list, run, seen) => {
      const left = [...list.keys()].filter((index) => !seen?.has(index));
      for (const index of left) seen?.add(index);
      if (unevaluatedItems === false)
        return left.length === 0 || run.fail('unevaluatedItems', { limit: left[0] });
      return run.every(left, (index) => run.child(index, unevaluatedItems, list[index]));
    },
};

/** The first items, each with its own schema. */
function tuple(schemas: readonly Schema[]): Rule<List> {
  return (list, run, seen) =>
    run.every(schemas.slice(0, list.length).entries(), ([index, schema]) => {
      seen?.add(index);
      return run.child(index, schema, list[index]);
    });
}

/** All items from `start` on, with one schema. */
function all(schema: Schema, start = 0): Rule<List> {
  return (list, run, seen) =>
    run.every(list.slice(start).entries(), ([offset, item]) => {
      seen?.add(start + offset);
      return run.child(start + offset, schema, item);
    });
}

/** The items after a tuple; `false` gives one error for the array, as in AJV. */
function rest(keyword: string, schema: Schema, start: number): Rule<List> {
  if (schema !== false) return all(schema, start);
  return (list, run) => list.length <= start || run.fail(keyword, { limit: start });
}

/** `contains`: other items are not errors by themselves. */
function counted(schema: Schema, minContains: number, maxContains: number | undefined): Rule<List> {
  const params = { minContains, ...(maxContains !== undefined && { maxContains }) };
  return (list, run, seen) => {
    const fitting = [...list.keys()].filter((index) => run.fits(schema, list[index]));
    for (const index of fitting) seen?.add(index);
    const { length } = fitting;
    const fits = length >= minContains && length <= (maxContains ?? length);
    return fits || run.fail('contains', params);
  };
}

type Members = Readonly<Record<string, unknown>>;

/** Object keywords of draft-07. */
export const OBJECT_KEYWORDS_07: Keywords<Members> = {
  maxProperties:
    ({ maxProperties: limit }) =>
    (value, run) =>
      Object.keys(value).length <= limit || run.fail('maxProperties', { limit }),
  minProperties:
    ({ minProperties: limit }) =>
    (value, run) =>
      Object.keys(value).length >= limit || run.fail('minProperties', { limit }),
  required:
    ({ required }) =>
    (value, run) =>
      run.every(
        required,
        (missingProperty) =>
          Object.hasOwn(value, missingProperty) || run.fail('required', { missingProperty }),
      ),
  propertyNames:
    ({ propertyNames }) =>
    (value, run) =>
      run.every(
        Object.keys(value),
        (propertyName) =>
          run.judge(propertyNames, propertyName) || run.fail('propertyNames', { propertyName }),
      ),
  additionalProperties: (schema) => {
    const isNamed = namedBy(schema);
    const { additionalProperties } = schema;
    return (value, run, seen) =>
      run.every(Object.keys(value), (name) => {
        if (isNamed(name)) return true;
        seen?.add(name);
        return additionalProperties === false
          ? run.fail('additionalProperties', { additionalProperty: name })
          : run.child(name, additionalProperties, value[name]);
      });
  },
  dependencies: ({ dependencies }) => {
    const entries = Object.entries(dependencies);
    const names = entries.filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
    const schemas = entries.filter((entry): entry is [string, Schema] => !Array.isArray(entry[1]));
    const requires = dependentRequired('dependencies', names);
    const follows = dependentSchemas(schemas);
    return (value, run, seen) => run.every([requires, follows], (rule) => rule(value, run, seen));
  },
  properties: ({ properties }) => {
    const entries = Object.entries(properties);
    return (value, run, seen) =>
      run.every(entries, ([name, schema]) => {
        if (!Object.hasOwn(value, name)) return true;
        seen?.add(name);
        return run.child(name, schema, value[name]);
      });
  },
  patternProperties: ({ patternProperties }) => {
    const entries = Object.entries(patternProperties);
    const patterns = entries.map(
      ([pattern, schema]) => [new RegExp(pattern, 'u'), schema] as const,
    );
    return (value, run, seen) =>
      run.every(patterns, ([pattern, schema]) => {
        const names = Object.keys(value).filter((name) => pattern.test(name));
        for (const name of names) seen?.add(name);
        return run.every(names, (name) => run.child(name, schema, value[name]));
      });
  },
};

/** Object keywords of 2020-12. */
export const OBJECT_KEYWORDS_2020: Keywords<Members> = {
  ...OBJECT_KEYWORDS_07,
  dependentRequired: (schema) =>
    dependentRequired('dependentRequired', Object.entries(schema.dependentRequired)),
  dependentSchemas: (schema) => dependentSchemas(Object.entries(schema.dependentSchemas)),
  unevaluatedProperties:
    ({ unevaluatedProperties }) =>
    (value, run, seen) =>
      run.every(Object.keys(value), (name) => {
        if (seen?.has(name)) return true;
        seen?.add(name);
        return unevaluatedProperties === false
          ? run.fail('unevaluatedProperties', { unevaluatedProperty: name })
          : run.child(name, unevaluatedProperties, value[name]);
      }),
};

/** Whether `properties` or `patternProperties` of the same schema cover a name. */
function namedBy({ properties = {}, patternProperties = {} }: SchemaObject) {
  const patterns = Object.keys(patternProperties).map((pattern) => new RegExp(pattern, 'u'));
  return (name: string) =>
    Object.hasOwn(properties, name) || patterns.some((pattern) => pattern.test(name));
}

function dependentRequired(keyword: string, rules: readonly [string, string[]][]): Rule<Members> {
  const missing = (value: Members, run: Run, [property, names]: readonly [string, string[]]) =>
    run.every(names, (missingProperty) => {
      if (Object.hasOwn(value, missingProperty)) return true;
      const deps = names.join(', ');
      return run.fail(keyword, { property, missingProperty, depsCount: names.length, deps });
    });
  return (value, run) =>
    run.every(rules, (rule) => !Object.hasOwn(value, rule[0]) || missing(value, run, rule));
}

function dependentSchemas(rules: readonly [string, Schema][]): Rule<Members> {
  return (value, run, seen) =>
    run.every(
      rules,
      ([name, schema]) => !Object.hasOwn(value, name) || run.separately(schema, value, seen),
    );
}
