import type { RJSFSchema } from '@rjsf/utils';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { _, type Ajv, type FuncKeywordDefinition } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type FormData, isMultipleOf } from 'precandidate-contract';
import type { Branch, CheckError } from '../../src/validation/run.ts';
import type { FormValidator } from '../../src/validation/validator.ts';
import { branchesOf, type AjvError } from './branches-of.ts';

const ajvOptionsOverrides = {
  ownProperties: true,
  validateSchema: false,
  logger: false,
} as const;

const MULTIPLE_OF: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (multipleOf: number, value: number) => isMultipleOf(value, multipleOf),
  errors: false,
  error: { message: '', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
};
const extenderFn = (ajv: Ajv) => ajv.removeKeyword('multipleOf').addKeyword(MULTIPLE_OF);

/**
 * RJSF's own validator with the settings of the proxy, instead of the interpreting one. Adds the branches
 * around each error, which AJV's errors contain only as a path in the schema.
 */
export function createValidator(): FormValidator {
  const classic = customizeValidator<FormData>({ ajvOptionsOverrides, extenderFn });
  const modern = customizeValidator<FormData>({
    ajvOptionsOverrides,
    extenderFn,
    AjvClass: Ajv2020 as never,
  });
  const forDraft = ({ $schema = '' }: RJSFSchema) =>
    $schema.includes('2020-12') ? modern : classic;
  return {
    isValid: (schema, data, root) => forDraft(root).isValid(schema, data, root),
    rawValidation: <Result>(schema: RJSFSchema, data?: FormData) => {
      const { errors, ...rest } = forDraft(schema).rawValidation<AjvError>(schema, data);
      const parts = new Map<string, Branch['union']>();
      const placed = errors?.map((error) => ({
        ...error,
        branches: branchesOf(error, parts, schema),
      }));
      return { ...rest, ...(placed && { errors: placed as Result[] }) };
    },
    validateFormData: (data, schema) => forDraft(schema).validateFormData(data, schema),
  };
}

const shared = createValidator();

/** As the interpreting validator's function of this name. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return shared.isValid(schema as RJSFSchema, data as FormData, root as RJSFSchema);
}

/** As the interpreting validator's function of this name, with the definitions of `root`. */
export function check(schema: object, data: unknown, root: RJSFSchema = schema): CheckError[] {
  const { definitions = {}, $defs = {} } = root;
  const whole = { definitions, $defs, ...schema } as RJSFSchema;
  return shared.rawValidation<CheckError>(whole, data as FormData).errors ?? [];
}
