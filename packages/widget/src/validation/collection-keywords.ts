import { canonical } from './json.ts';
import type { Keywords, Run, Schema } from './run.ts';
import { matchesPattern } from './value-keywords.ts';

type List = readonly unknown[];

export const LIST_KEYWORDS: Keywords<List> = {
  maxItems: (limit, list, run) => list.length <= limit || run.fail('maxItems', { limit }),
  minItems: (limit, list, run) => list.length >= limit || run.fail('minItems', { limit }),
  additionalItems: (schema, list, run, { items }) =>
    !Array.isArray(items) || itemsAfter(items.length, 'additionalItems', schema, list, run),
  prefixItems: (schemas, list, run) => firstItems(schemas, list, run),
  // Draft-07 has a tuple here, 2020-12 in `prefixItems`.
  items: (items, list, run, { prefixItems }) =>
    Array.isArray(items)
      ? firstItems(items, list, run)
      : itemsAfter(prefixItems?.length, 'items', items, list, run),
  contains: (schema, list, run, { minContains = 1, maxContains }) => {
    const found = [...list.keys()].filter((index) => run.matches(schema, list[index]));
    for (const index of found) run.setEvaluated(index);
    const isValid = found.length >= minContains && found.length <= (maxContains ?? Infinity);
    const params = { minContains, ...(maxContains !== undefined && { maxContains }) };
    return isValid || run.fail('contains', params);
  },
  uniqueItems: (isUnique, list, run) =>
    !isUnique || new Set(list.map(canonical)).size === list.length || run.fail('uniqueItems', {}),
  unevaluatedItems: (schema, list, run) => {
    const left = [...list.keys()].filter((index) => !run.isEvaluated(index));
    for (const index of left) run.setEvaluated(index);
    if (schema === false)
      return left.length === 0 || run.fail('unevaluatedItems', { limit: left[0] });
    return run.every(left, (index) => run.validateChild(index, schema, list[index]));
  },
};

function firstItems(schemas: readonly Schema[], list: List, run: Run): boolean {
  return run.every(schemas.slice(0, list.length).entries(), ([index, schema]) => {
    run.setEvaluated(index);
    return run.validateChild(index, schema, list[index]);
  });
}

/** The items after a tuple, for which AJV reports a `false` schema once; all items without a tuple. */
function itemsAfter(
  tupleLength: number | undefined,
  name: string,
  schema: Schema,
  list: List,
  run: Run,
): boolean {
  const start = tupleLength ?? 0;
  if (schema === false && tupleLength !== undefined)
    return list.length <= start || run.fail(name, { limit: start });
  return run.every(list.slice(start).entries(), ([offset, item]) => {
    run.setEvaluated(start + offset);
    return run.validateChild(start + offset, schema, item);
  });
}

type Members = Readonly<Record<string, unknown>>;

export const OBJECT_KEYWORDS: Keywords<Members> = {
  maxProperties: (limit, value, run) =>
    Object.keys(value).length <= limit || run.fail('maxProperties', { limit }),
  minProperties: (limit, value, run) =>
    Object.keys(value).length >= limit || run.fail('minProperties', { limit }),
  required: (names, value, run) =>
    run.every(
      names,
      (name) => Object.hasOwn(value, name) || run.fail('required', { missingProperty: name }),
    ),
  propertyNames: (schema, value, run) =>
    run.every(
      Object.keys(value),
      (propertyName) =>
        run.validate(schema, propertyName) || run.fail('propertyNames', { propertyName }),
    ),
  additionalProperties: (schema, value, run, { properties = {}, patternProperties = {} }) => {
    const patterns = Object.keys(patternProperties);
    const isNamed = (name: string) =>
      Object.hasOwn(properties, name) || patterns.some((pattern) => matchesPattern(name, pattern));
    const others = Object.keys(value).filter((name) => !isNamed(name));
    return run.every(others, (name) => {
      run.setEvaluated(name);
      return schema === false
        ? run.fail('additionalProperties', { additionalProperty: name })
        : run.validateChild(name, schema, value[name]);
    });
  },
  dependencies: (rules, value, run) => {
    const found = present(rules, value);
    const ofNames = found.filter(([, rule]) => Array.isArray(rule));
    const ofSchemas = found.filter(([, rule]) => !Array.isArray(rule));
    // In AJV's order.
    return run.every([...ofNames, ...ofSchemas], ([property, rule]) =>
      Array.isArray(rule)
        ? dependentNames('dependencies', property, rule, value, run)
        : run.validateOptional(rule, value),
    );
  },
  properties: (properties, value, run) =>
    run.every(Object.entries(properties), ([name, schema]) => {
      if (!Object.hasOwn(value, name)) return true;
      run.setEvaluated(name);
      return run.validateChild(name, schema, value[name]);
    }),
  patternProperties: (patterns, value, run) =>
    run.every(Object.entries(patterns), ([pattern, schema]) => {
      const names = Object.keys(value).filter((name) => matchesPattern(name, pattern));
      for (const name of names) run.setEvaluated(name);
      return run.every(names, (name) => run.validateChild(name, schema, value[name]));
    }),
  dependentRequired: (rules, value, run) =>
    run.every(present(rules, value), ([property, names]) =>
      dependentNames('dependentRequired', property, names, value, run),
    ),
  dependentSchemas: (rules, value, run) =>
    run.every(present(rules, value), ([, schema]) => run.validateOptional(schema, value)),
  unevaluatedProperties: (schema, value, run) => {
    const left = Object.keys(value).filter((name) => !run.isEvaluated(name));
    return run.every(left, (name) => {
      run.setEvaluated(name);
      return schema === false
        ? run.fail('unevaluatedProperties', { unevaluatedProperty: name })
        : run.validateChild(name, schema, value[name]);
    });
  },
};

/** The rules for properties that a value has. */
function present<Rule>(rules: Readonly<Record<string, Rule>>, value: Members): [string, Rule][] {
  return Object.entries(rules).filter(([property]) => Object.hasOwn(value, property));
}

function dependentNames(
  keyword: string,
  property: string,
  names: readonly string[],
  value: Members,
  run: Run,
): boolean {
  return run.every(names, (missingProperty) => {
    const params = { property, missingProperty, depsCount: names.length, deps: names.join(', ') };
    return Object.hasOwn(value, missingProperty) || run.fail(keyword, params);
  });
}
