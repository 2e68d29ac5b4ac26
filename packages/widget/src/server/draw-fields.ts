import { Drawing } from './drawing.tsx';
import type { FormToDraw } from './index.ts';
import { wordsOf } from './words-of.ts';

/** See `FormServer.drawFields`. */
export function drawFields(form: FormToDraw): string {
  return inBase(form.locale, new Drawing(form).drawWhole());
}

/** What the element draws around its island. */
export function inBase(locale: string, island: string): string {
  const { language, dir } = wordsOf(locale).wanted;
  return `<div class="base" part="base" lang="${language}" dir="${dir}"><div id="island" part="form">${island}</div></div>`;
}
