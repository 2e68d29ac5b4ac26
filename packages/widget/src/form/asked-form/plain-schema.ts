import type { RJSFSchema } from '@rjsf/utils';
import { NULLABLE } from '../fields/kinds.ts';
import { OPTION_DETAILS } from '../fields/options.ts';

/** Keywords that RJSF would act on itself, or that only the model reads. */
const MODEL_ONLY = new Set(['default', 'deprecated', 'readOnly', NULLABLE, OPTION_DETAILS]);

/** A schema of the model for RJSF: the model gives the defaults, and decides what is shown as text. */
export function plainSchema(schema: RJSFSchema): RJSFSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !MODEL_ONLY.has(keyword)));
}

/** Names that RJSF's paths or a `uiSchema` give another meaning to. */
const TAKEN = /^(?:$|\*$|__proto__$|classNames$|ui:|\uE000)/;

/** The name of a property in RJSF's paths, and in the schemas that RJSF gets. */
export const encodeName = (name: string): string => (TAKEN.test(name) ? `\uE000${name}` : name);
