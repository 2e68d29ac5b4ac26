import type { RJSFSchema } from '@rjsf/utils';
import { fromPointer } from '../validation/json-pointer.ts';

/** Keywords of a part that say nothing of what stands in one of its fields. */
const OF_NO_FIELD = new Set([
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'additionalProperties',
  'default',
  'definitions',
  'description',
  'examples',
  'maxProperties',
  'minProperties',
  'properties',
  'required',
  'title',
  'type',
]);

/**
 * The schema that a field stands under alone, so that what is filled in there can be judged without
 * the rest of the form; `undefined` when something around it may judge it too.
 */
export function loneField(schema: RJSFSchema, pointer: string): RJSFSchema | undefined {
  let part: unknown = schema;
  for (const name of fromPointer(pointer)) {
    const keywords = Object.keys(part ?? {});
    const isPlain = keywords.every((each) => OF_NO_FIELD.has(each) || each.startsWith('x-'));
    const { properties = {} } = (part ?? {}) as RJSFSchema;
    if (!isPlain || !Object.hasOwn(properties, name)) return undefined;
    part = properties[name];
  }
  return typeof part === 'object' ? (part as RJSFSchema) : undefined;
}
