import type { RJSFSchema } from '@rjsf/utils';
import { NULLABLE } from '../fields/kinds.ts';
import { OPTION_DETAILS } from '../fields/options.ts';

/** Keywords that RJSF would act on itself, or that only the model reads. */
const MODEL_ONLY = new Set(['default', 'deprecated', 'readOnly', NULLABLE, OPTION_DETAILS]);

/** A schema of the model for RJSF: the model gives the defaults, and decides what is shown as text. */
export function plainSchema(schema: RJSFSchema): RJSFSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !MODEL_ONLY.has(keyword)));
}
