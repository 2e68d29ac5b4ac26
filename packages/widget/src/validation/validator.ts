import {
  createErrorHandler,
  getDefaultFormState,
  ID_KEY,
  JUNK_OPTION_ID,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { check, type CheckError, isValid } from './check.ts';

export type FormValidator = ValidatorType<FormData, RJSFSchema>;

/**
 * RJSF's `ValidatorType` on top of {@link check}, with the verdicts of `@rjsf/validator-ajv8`. Errors
 * have no messages; those come from `i18n/`.
 */
export function createValidator(): FormValidator {
  const validator: FormValidator = {
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
    validateFormData: (data, schema, customValidate, transformErrors, uiSchema) => {
      const raw = validator.rawValidation<CheckError>(schema, data);
      const found = (raw.errors ?? []).map(toFormError);
      if (raw.validationError) found.push({ stack: raw.validationError.message });
      const errors = transformErrors?.(found, uiSchema) ?? found;
      const errorSchema = toErrorSchema<FormData>(errors);
      if (!customValidate) return { errors, errorSchema };
      const filled = getDefaultFormState(validator, schema, data, schema, true) as FormData;
      const handled = customValidate(filled, createErrorHandler(filled), uiSchema, errorSchema);
      return validationDataMerge({ errors, errorSchema }, unwrapErrorHandler(handled));
    },
  };
  return validator;
}

function toFormError({ keyword, instancePath, params }: CheckError) {
  const missing = params.missingProperty === undefined ? '' : `.${String(params.missingProperty)}`;
  const property = instancePath.replaceAll('/', '.') + missing;
  const error: RJSFValidationError = {
    name: keyword,
    property,
    message: keyword,
    params,
    stack: `${property} ${keyword}`.trim(),
  };
  return error;
}
