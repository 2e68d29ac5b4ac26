import {
  type ErrorSchema,
  ErrorSchemaBuilder,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils';
import { fromPointer } from '../validation/json.ts';
import { check, isValid } from '../validation/validator.ts';
import { type CheckError, pointerOf } from '../validation/validation-run.ts';

/**
 * Our interpreting validator as RJSF's `ValidatorType`, for pages that allow no code from strings. `isValid` equals
 * that of `@rjsf/validator-ajv8`, and so do the paths of errors. A schema that cannot be used is an error at `$schema`,
 * as there.
 */
export const validator: ValidatorType = {
  isValid: (schema, data, root) => {
    try {
      return isValid(schema, data, root);
    } catch {
      return false;
    }
  },
  rawValidation: <Result>(schema: RJSFSchema, data: unknown) => {
    try {
      return { errors: check(schema, data) as Result[] };
    } catch (error) {
      return { validationError: error as Error };
    }
  },
  validateFormData: (data, schema) => {
    try {
      return validationData(check(schema, data));
    } catch (error) {
      const { message } = error as Error;
      const { ErrorSchema } = new ErrorSchemaBuilder().addErrors(message, '$schema');
      return { errors: [{ stack: message }], errorSchema: ErrorSchema };
    }
  },
};

/** Without the words of our form, which speaks of its fields itself. */
function validationData(found: readonly CheckError[]): ValidationData<unknown> {
  const builder = new ErrorSchemaBuilder();
  const errors = found.map((error): RJSFValidationError => {
    const { keyword, params } = error;
    const path = fromPointer(pointerOf(error));
    const message = `must satisfy "${keyword}"`;
    builder.addErrors(message, path);
    const property = path.map((key) => `.${key}`).join('');
    return { name: keyword, property, message, params, stack: `${property} ${message}`.trim() };
  });
  return { errors, errorSchema: builder.ErrorSchema as ErrorSchema<unknown> };
}
