import { localeNumbers } from '../src/form/fields/locale-numbers.ts';
import type { Messages, MessageSource } from '../src/i18n/messages.ts';

/** As the element makes it, for the language of the messages. */
export const sourceOf = (messages: Messages, country: string | null = null): MessageSource => ({
  messages,
  country,
  numbers: localeNumbers(messages.language, country),
});
