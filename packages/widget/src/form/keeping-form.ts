import Form from '@rjsf/core/lib/components/Form.js';
import { createSchemaUtils, schemaHasNestedConditional, type RJSFSchema } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { skipStillSchemas } from './skip-still-schemas.ts';

type State = Form<FormData>['state'];
type Utils = State['schemaUtils'];
type Props = Form<FormData>['props'];

/**
 * RJSF's form, which loses no answer to a part that refers to itself. When a condition or a choice
 * changes, RJSF walks through all of the schema for answers that fit no more, and through such a part
 * without end: then only the fields that have gone from the form itself are emptied.
 */
export class KeepingForm extends Form<FormData> {
  override getStateFromProps(
    ...args: Parameters<Form<FormData>['getStateFromProps']>
  ): ReturnType<Form<FormData>['getStateFromProps']> {
    args[7] ??= this.state ?? beginning(args[0]);
    return super.getStateFromProps(...args);
  }
}

/** What RJSF would make of the form's schema before it draws, with our ways in it. */
function beginning({ schema, validator, ...props }: Props): State {
  const { experimental_defaultFormStateBehavior: behavior } = props;
  const schemaUtils = createSchemaUtils(validator, schema, behavior);
  guard(schemaUtils);
  skipStillSchemas(schemaUtils);
  const root = schemaUtils.getRootSchema();
  const hasNestedConditionalSchema = schemaHasNestedConditional(root, root);
  return { schemaUtils, hasNestedConditionalSchema } as State;
}

function guard(utils: Utils): void {
  const sanitize = utils.sanitizeDataForNewSchema.bind(utils);
  utils.sanitizeDataForNewSchema = (newSchema, oldSchema, data) => {
    try {
      return sanitize(newSchema, oldSchema, data);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return withoutGone(data, newSchema, oldSchema);
    }
  };
}

/** What was typed into fields that the old schema had and the new one has not is left out. */
function withoutGone(
  data: FormData = {},
  newSchema?: RJSFSchema,
  oldSchema?: RJSFSchema,
): FormData {
  const { properties: before = {} } = oldSchema ?? {};
  const { properties: now = {} } = newSchema ?? {};
  const isGone = (name: string) => Object.hasOwn(before, name) && !Object.hasOwn(now, name);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !isGone(name)));
}
