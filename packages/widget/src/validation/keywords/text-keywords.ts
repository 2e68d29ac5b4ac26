import { isOfFormat } from '../formats.ts';
import type { Keywords } from '../run.ts';

/** In characters, as people count them: not in UTF-16 units. */
const lengthOf = (text: string) => [...text].length;

export const TEXT_KEYWORDS: Keywords<string> = {
  maxLength:
    ({ maxLength: limit }) =>
    (text, run) =>
      text.length <= limit || lengthOf(text) <= limit || run.fail('maxLength', { limit }),
  minLength:
    ({ minLength: limit }) =>
    (text, run) =>
      lengthOf(text) >= limit || run.fail('minLength', { limit }),
  pattern: ({ pattern }) => {
    const expression = new RegExp(pattern, 'u');
    return (text, run) => expression.test(text) || run.fail('pattern', { pattern });
  },
  format:
    ({ format }) =>
    (text, run) =>
      isOfFormat(text, format) || run.fail('format', { format }),
};
