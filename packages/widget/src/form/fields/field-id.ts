import { fromPointer } from '../../validation/json.ts';
import type { DatePart } from '../../i18n/messages.ts';

const UNSAFE = /[^A-Za-z0-9]/gu;

/** Doubles `_` and turns other characters into `_<code point>_`. */
const encode = (name: string) =>
  name.replaceAll(UNSAFE, (sign) =>
    sign === '_' ? '__' : `_${sign.codePointAt(0)?.toString(16)}_`,
  );

/**
 * The DOM id of the field at a JSON Pointer. Property names may contain spaces, quotes, and dots; an id in
 * `aria-describedby` may not.
 */
export function domId(pointer: string): string {
  return ['f', ...fromPointer(pointer).map(encode)].join('.');
}

/** The id of the select that chooses a branch for the value at a JSON Pointer. */
export function choiceId(pointer: string, name: string): string {
  return `${domId(pointer)}-${name}`;
}

/** The id of an element beside a field; field ids contain no `-`. */
export function partId(
  pointer: string,
  part:
    | 'options'
    | 'label'
    | 'hint'
    | 'help'
    | 'error'
    | 'warning'
    | 'prefix'
    | 'add'
    | 'remove'
    | 'clear'
    | 'refused'
    | DatePart,
): string {
  return `${domId(pointer)}-${part}`;
}
