import { UNREACHABLE } from '../i18n/unreachable.ts';
import type { Sentence } from '../i18n/messages.ts';
import { Drawing } from './drawing.tsx';
import type { FormToDraw } from './index.ts';
import { wordsOf } from '../no-javascript/words-of.ts';

/** See `FormServer.drawFields`. */
export function drawFields(form: FormToDraw): string {
  return inBase(form.locale, new Drawing(form).drawWhole(), whileKept(form.locale));
}

/** What the element draws around its island. */
export function inBase(locale: string, island: string, below = ''): string {
  const { language, dir } = wordsOf(locale).wanted;
  return `<div class="base" part="base" lang="${language}" dir="${dir}"><div id="island" part="form">${island}</div>${below}</div>`;
}

/** What is said of a submit that nothing listens to yet; the styles show it, so that it needs no script. */
function whileKept(locale: string): string {
  const { messages, wanted } = wordsOf(locale);
  const { checking } = messages.states;
  return `<div class="kept" role="status">${notice('busy', checking)}${notice('trouble', UNREACHABLE[wanted.base])}</div>`;
}

/** Only for words of ours: they hold no markup. */
function notice(tone: string, { title, text }: Sentence): string {
  return `<div class="notice ${tone}"><div><p class="title">${title}</p><p class="text">${text}</p></div></div>`;
}
