import type { Sentence } from '../i18n/messages.ts';

/** A title and its text as one that is read out. */
export function spoken({ title, text }: Sentence, more = ''): string {
  return `${/[.!?…]$/.test(title) ? title : `${title}.`} ${text} ${more}`.trim();
}
