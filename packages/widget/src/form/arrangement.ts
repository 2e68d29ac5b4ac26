import type { FormData, FormSchema } from 'precandidate-contract';
import { childPointer } from '../validation/json.ts';

/** The order of a form's top-level fields. Decided once, so that no field moves during typing. */
export interface Arrangement {
  /** Names of the fields before all others. */
  first: ReadonlySet<string>;
  /** Names of valid prefilled fields, which are folded into a list. */
  folded: ReadonlySet<string>;
}

/**
 * Folds valid prefilled fields, and puts the other required ones first. Without prefilled fields, the
 * schema's order stays.
 *
 * @param values - the form's initial values
 * @param invalid - finds the JSON Pointers of invalid values
 */
export function arrange(
  schema: FormSchema,
  values: FormData,
  invalid: () => readonly string[],
): Arrangement {
  const prefilled = schema['x-prefilled'] ?? [];
  if (prefilled.length === 0) return { first: new Set(), folded: new Set() };
  const wrong = invalid();
  const isValid = (name: string) => {
    const pointer = childPointer('', name);
    return !wrong.some((other) => other === pointer || other.startsWith(`${pointer}/`));
  };
  const folded = new Set(prefilled.filter((name) => name in values && isValid(name)));
  const first = new Set((schema.required ?? []).filter((name) => !folded.has(name)));
  return { first, folded };
}
