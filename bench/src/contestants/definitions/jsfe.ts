import type { FormCase } from '../../cases/form-case.ts';
import { jsonSchemaOf } from '../../cases/json-schema.ts';
import { radiosOf } from './rjsf.ts';

/** The form for jsfe. */
export function jsfeDefinition(form: FormCase): unknown {
  return { schema: jsonSchemaOf(form), uiSchema: radiosOf(form) };
}
