import type { RJSFSchema } from '@rjsf/utils';

/**
 * Whether a required field must be filled in: an empty list is an answer too, unless the schema asks
 * for entries.
 */
export function mustHold({ type, minItems = 0 }: RJSFSchema): boolean {
  return type !== 'array' || minItems > 0;
}
