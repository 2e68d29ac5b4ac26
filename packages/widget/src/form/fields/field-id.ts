import { toPointer } from '../../validation/json.ts';
import type { DateTimePart } from '../../i18n/messages.ts';

/** RJSF joins a field's path with this, so that no two names can give one id. */
export const ID_SEPARATOR = '\u001f';
/**
 * First part of every id, which keeps fields apart from all else that has one. Short, because Chromium
 * reads the id and the name of each field at each key, for its autofill.
 */
export const ID_PREFIX = 'f';
/** The form's own id; `-` never occurs in the name of a field. */
export const FORM_ID = 'candidate-form';

const UNSAFE = /[^A-Za-z0-9]/gu;
const PLAIN = /^[A-Za-z0-9]*$/;

/** `_` doubles; any other sign becomes `_<code>_`: reversible, and safe in a space-separated list. */
const encode = (name: string) =>
  name.replaceAll(UNSAFE, (sign) =>
    sign === '_' ? '__' : `_${sign.codePointAt(0)?.toString(16)}_`,
  );

/**
 * The DOM id of a field from RJSF's own id. Names may hold spaces, quotes, dots, slashes, emoji; an
 * id that `aria-describedby` lists may not.
 */
export function domId(rjsfId: string): string {
  const names = rjsfId.split(ID_SEPARATOR);
  return names.map((name) => (PLAIN.test(name) ? name : encode(name))).join('.');
}

/** The parts that stand beside a field; `-` never occurs in an encoded name. */
export function partId(
  rjsfId: string,
  part:
    | 'label'
    | 'hint'
    | 'error'
    | 'remark'
    | 'prefix'
    | 'add'
    | 'remove'
    | 'clear'
    | 'expand'
    | DateTimePart,
): string {
  return `${domId(rjsfId)}-${part}`;
}

/** The path of a field, from the form down; array indexes as text. */
export function pathOf(rjsfId: string): string[] {
  return rjsfId.split(ID_SEPARATOR).slice(1);
}

/** The id of the part or list around a field. */
export function parentOf(rjsfId: string): string {
  return rjsfId.slice(0, rjsfId.lastIndexOf(ID_SEPARATOR));
}

/** The JSON Pointer of a field, `''` for the form itself. */
export function pointerOf(rjsfId: string): string {
  return toPointer(pathOf(rjsfId));
}
