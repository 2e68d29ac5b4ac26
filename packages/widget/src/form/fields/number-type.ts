import type { RJSFSchema } from '@rjsf/utils';

/** Whether a field holds a number, and which; `undefined` when text is allowed in it. */
export function numberType({ type }: RJSFSchema): 'integer' | 'number' | undefined {
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('string')) return undefined;
  if (types.includes('number')) return 'number';
  return types.includes('integer') ? 'integer' : undefined;
}
