import type { RJSFSchema } from '@rjsf/utils';

const TYPES: readonly unknown[] = ['string', 'number', 'integer'];
const KEYWORDS = new Set([
  '$comment',
  'description',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maximum',
  'maxLength',
  'minimum',
  'minLength',
  'multipleOf',
  'pattern',
  'title',
  'type',
]);

/**
 * Whether a field is a text or a number of which its schema says nothing but what it is and how far it
 * may go: it holds nothing before it is filled in, offers no choice, and depends on no other.
 */
export function isQuiet(schema: RJSFSchema | boolean): boolean {
  if (typeof schema === 'boolean' || !TYPES.includes(schema.type)) return false;
  return Object.keys(schema).every((keyword) => KEYWORDS.has(keyword));
}
