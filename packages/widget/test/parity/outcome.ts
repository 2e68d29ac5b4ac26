import type { CheckError } from '../../src/validation/check.ts';

/** What is blamed, in order: `[pointer, keyword, params]`. Empty when the data is valid. */
export type Outcome = [instancePath: string, keyword: string, params: string][];

/** Keywords whose params tell which parts fitted: no sentence needs them. */
const WITHOUT_PARAMS = new Set(['oneOf', 'if', 'propertyNames', 'uniqueItems']);

export function outcomeOf(errors: readonly Omit<CheckError, 'branches'>[]): Outcome {
  return errors.map(({ instancePath, keyword, params }) => {
    const names = WITHOUT_PARAMS.has(keyword) ? [] : Object.keys(params).sort();
    return [instancePath, keyword, JSON.stringify(names.map((name) => [name, params[name]]))];
  });
}
