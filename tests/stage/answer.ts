import type { Locator } from 'playwright';

/** Answers the field that a label leads to by its words: in a menu, by a radio, or typed. */
export async function answer(field: Locator, words: string): Promise<void> {
  const kind = await field.evaluate(({ localName }) => localName);
  if (kind === 'fieldset') await field.getByLabel(words, { exact: true }).check();
  else if (kind === 'select') await field.selectOption(words);
  else await field.fill(words);
}
