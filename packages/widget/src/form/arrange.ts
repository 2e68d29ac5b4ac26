import type { FormData, FormSchema } from 'precandidate-contract';
import { toPointer } from '../validation/json.ts';

/** How the fields of a form stand: decided once, so that nothing moves while it is filled in. */
export interface Arrangement {
  /** Names of the fields that are asked for before all others. */
  first: ReadonlySet<string>;
  /** Names of the fields that are known and right: shown as a list that can be opened. */
  folded: ReadonlySet<string>;
}

/**
 * Folds the fields that the session was minted with, where their values are right, and puts what is
 * required and not known ahead. Without such values the schema's own order stands.
 *
 * @param values - what the form is opened with
 * @param wrong - pointers of what is wrong in them
 */
export function arrange(
  schema: FormSchema,
  values: FormData,
  wrong: readonly string[],
): Arrangement {
  const prefilled = schema['x-prefilled'] ?? [];
  if (prefilled.length === 0) return { first: new Set(), folded: new Set() };
  const isRight = (name: string) => {
    const pointer = toPointer([name]);
    return !wrong.some((other) => other === pointer || other.startsWith(`${pointer}/`));
  };
  const folded = new Set(prefilled.filter((name) => name in values && isRight(name)));
  const first = new Set((schema.required ?? []).filter((name) => !folded.has(name)));
  return { first, folded };
}
