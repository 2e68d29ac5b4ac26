import { ID_KEY, JUNK_OPTION_ID, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { check, isValid } from './check.ts';

export type FormValidator = ValidatorType<FormData, RJSFSchema>;

/** RJSF's `ValidatorType` on top of {@link check}, with the verdicts of `@rjsf/validator-ajv8`. */
export function createValidator(): FormValidator {
  return {
    isValid: (schema, data, root) => {
      // RJSF's option that no data matches.
      if (schema[ID_KEY] === JUNK_OPTION_ID) return false;
      try {
        return isValid(schema, data, root);
      } catch {
        return false;
      }
    },
    rawValidation: <Result>(schema: RJSFSchema, data?: FormData) => {
      try {
        return { errors: check(schema, data) as Result[] };
      } catch (error) {
        return { validationError: error as Error };
      }
    },
    // RJSF does not validate (`noValidate`): the form controller does, and shows the errors.
    validateFormData: () => ({ errors: [], errorSchema: {} }),
  };
}
