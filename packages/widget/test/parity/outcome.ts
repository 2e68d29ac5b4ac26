import type { CheckError } from '../../src/validation/run.ts';

/** The errors in order: `[pointer, keyword, params]`. Empty when the data is valid. */
export type Outcome = [instancePath: string, keyword: string, params: string][];

/** Keywords whose params name the matching branches, which no message uses. */
const WITHOUT_PARAMS = new Set(['oneOf', 'if', 'propertyNames', 'uniqueItems']);

export function outcomeOf(errors: readonly Omit<CheckError, 'branches'>[]): Outcome {
  return errors.map(({ instancePath, keyword, params }) => {
    const names = WITHOUT_PARAMS.has(keyword) ? [] : Object.keys(params).sort();
    return [instancePath, keyword, JSON.stringify(names.map((name) => [name, params[name]]))];
  });
}
