import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';

type Utils = Form<FormData>['state']['schemaUtils'];

const guarded = new WeakSet<Utils>();

/**
 * RJSF's form, which loses no answer to a part that refers to itself. When a condition or a choice
 * changes, RJSF walks through all of the schema for answers that fit no more, and through such a part
 * without end: then only the fields that have gone from the form itself are emptied.
 */
export class KeepingForm extends Form<FormData> {
  override getStateFromProps(
    ...args: Parameters<Form<FormData>['getStateFromProps']>
  ): ReturnType<Form<FormData>['getStateFromProps']> {
    const { schemaUtils } = this.state ?? {};
    if (schemaUtils) guard(schemaUtils);
    return super.getStateFromProps(...args);
  }
}

function guard(utils: Utils): void {
  if (guarded.has(utils)) return;
  guarded.add(utils);
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
