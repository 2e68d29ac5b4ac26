import { canonical } from '../canonical.ts';
import type { Keywords, Rule } from '../run.ts';
import type { Schema } from '../schema.ts';

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

/** Keywords of draft-07 that judge a list. */
export const LIST_KEYWORDS_07: Keywords<List> = {
  ...IN_BOTH,
  additionalItems: ({ additionalItems, items }) =>
    Array.isArray(items) ? rest('additionalItems', additionalItems, items.length) : () => true,
  items: ({ items }) => (Array.isArray(items) ? tuple(items) : all(items)),
  contains: ({ contains }) => counted(contains, 1, undefined),
  uniqueItems,
};

/** Keywords of 2020-12 that judge a list. */
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

/** Each of the first items by its own schema. */
function tuple(schemas: readonly Schema[]): Rule<List> {
  return (list, run, seen) =>
    run.every(schemas.slice(0, list.length).entries(), ([index, schema]) => {
      seen?.add(index);
      return run.child(index, schema, list[index]);
    });
}

/** All items from `start` on by one schema. */
function all(schema: Schema, start = 0): Rule<List> {
  return (list, run, seen) =>
    run.every(list.slice(start).entries(), ([offset, item]) => {
      seen?.add(start + offset);
      return run.child(start + offset, schema, item);
    });
}

/** The items after a tuple: when there may be none, one error of the list says so. */
function rest(keyword: string, schema: Schema, start: number): Rule<List> {
  if (schema !== false) return all(schema, start);
  return (list, run) => list.length <= start || run.fail(keyword, { limit: start });
}

/** A count of items fits: of the others, none is wrong by itself. */
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
