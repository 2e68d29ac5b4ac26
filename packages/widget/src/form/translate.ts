import { TranslatableString } from '@rjsf/utils';
import type { Messages } from '../i18n/messages.ts';

/** The few strings that RJSF draws itself; the rest of them belongs to templates that we replace. */
export function translator(messages: Messages) {
  return (text: TranslatableString, params: string[] = []): string => {
    switch (text) {
      case TranslatableString.YesLabel:
        return messages.yes;
      case TranslatableString.NoLabel:
        return messages.no;
      case TranslatableString.OptionPrefix:
      case TranslatableString.TitleOptionPrefix:
        return messages.option(Number(params.at(-1)));
      default:
        return '';
    }
  };
}
