import { toPointer } from '../../validation/json.ts';
import type { DatePart } from '../../i18n/messages.ts';

/** Separates the property names in RJSF's ids, so that `a.b` and `a` → `b` differ. */
export const ID_SEPARATOR = '\u001f';
export const ID_PREFIX = 'f';
/** The form's own id; field ids contain no `-`. */
export const FORM_ID = 'candidate-form';

const UNSAFE = /[^A-Za-z0-9]/gu;
const PLAIN = /^[A-Za-z0-9]*$/;

/** Doubles `_` and turns other characters into `_<code point>_`. */
const encode = (name: string) =>
  name.replaceAll(UNSAFE, (sign) =>
    sign === '_' ? '__' : `_${sign.codePointAt(0)?.toString(16)}_`,
  );

/**
 * The DOM id of a field. Property names may contain spaces, quotes, and dots; an id in
 * `aria-describedby` may not.
 */
export function domId(rjsfId: string): string {
  const names = rjsfId.split(ID_SEPARATOR);
  return names.map((name) => (PLAIN.test(name) ? name : encode(name))).join('.');
}

/** The id of an element beside a field; field ids contain no `-`. */
export function partId(
  rjsfId: string,
  part: 'label' | 'hint' | 'error' | 'warning' | 'prefix' | 'add' | 'remove' | 'clear' | DatePart,
): string {
  return `${domId(rjsfId)}-${part}`;
}

/** The path of a field; array indexes are strings. */
export function pathOf(rjsfId: string): string[] {
  return rjsfId.split(ID_SEPARATOR).slice(1);
}

export function rjsfIdOf(path: readonly string[]): string {
  return [ID_PREFIX, ...path].join(ID_SEPARATOR);
}

export function parentOf(rjsfId: string): string {
  return rjsfId.slice(0, rjsfId.lastIndexOf(ID_SEPARATOR));
}

/** The JSON Pointer of a field; `''` for the root. */
export function pointerOf(rjsfId: string): string {
  return toPointer(pathOf(rjsfId));
}
