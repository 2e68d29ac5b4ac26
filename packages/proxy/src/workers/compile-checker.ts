import type { RJSFSchema } from '@rjsf/utils';
import { type CustomValidatorOptionsType, customizeValidator } from '@rjsf/validator-ajv8';
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type FormSchema, namedDraft } from 'precandidate-contract';
import { quietContains } from './quiet-contains.ts';

/** The errors of one validation, in the validator's own words. */
export type Checker = (data: unknown) => ErrorObject[];

type AjvClass = NonNullable<CustomValidatorOptionsType['AjvClass']>;

/** RJSF's types take the CommonJS module for the class that it exports: hence the cast. */
const ajvClass = (schema: FormSchema) =>
  (namedDraft(schema['$schema']) === '2020-12' ? Ajv2020 : Ajv) as unknown as AjvClass;

/**
 * RJSF's own validator for one schema. It is made anew for each: AJV keeps what it compiled, so a
 * shared one would only grow. Throws, at the first use, when the schema does not compile.
 */
export function compileChecker(schema: FormSchema): Checker {
  const validator = customizeValidator({
    AjvClass: ajvClass(schema),
    // The schema was admitted: its keywords are known and their values have the right shape.
    ajvOptionsOverrides: { ownProperties: true, validateSchema: false, logger: false },
  });
  const judged = quietContains(schema) as RJSFSchema;
  return (data) => {
    const result = validator.rawValidation<ErrorObject>(judged, data);
    if (result.validationError !== undefined) throw result.validationError;
    return result.errors ?? [];
  };
}
