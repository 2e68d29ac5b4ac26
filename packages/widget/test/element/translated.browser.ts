import { deepEqual, equal, ok } from './stage/assert.ts';
import { setValue, until } from './stage/candidate.ts';
import { FORM, text } from './stage/forms.ts';
import { show } from './stage/show.ts';

/** Does what a page translator does with each text below a node. */
function translate(root: Node, isMoved: boolean): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (texts.nextNode()) all.push(texts.currentNode as Text);
  for (const each of all) {
    if (each.data.trim() === '' || each.parentElement?.localName === 'font') continue;
    const font = document.createElement('font');
    const translated = each.data.toUpperCase();
    each.replaceWith(font);
    if (isMoved) {
      font.append(each);
      each.data = translated;
    } else font.append(translated);
  }
}

for (const isMoved of [false, true])
  test(`a translated form works, and shows what changes afterwards (${isMoved ? 'moved' : 'new'} texts)`, async () => {
    const staged = await show({
      locale: 'es-PE',
      form_schema: {
        ...FORM,
        if: { properties: { shift: { const: 'noche' } }, required: ['shift'] },
        then: { properties: { why: text('Motivo') } },
      },
    });
    translate(staged.root, isMoved);
    await new Promise((resolve) => setTimeout(resolve));
    staged.element.submit();
    await until(() => staged.root.querySelector('.summary a') !== null);
    translate(staged.root, isMoved);
    await new Promise((resolve) => setTimeout(resolve));
    setValue(staged.query<HTMLInputElement>('[name="f.name"]'), 'Ana');
    for (const option of ['noche', 'día', 'noche'])
      staged.query<HTMLInputElement>(`[type=radio][value*="${option}"]`).click();
    ok(staged.root.querySelector('[name="f.why"]'));
    staged.element.submit();
    await staged.reaches('submitted');
    await until(() => staged.text.includes('¡Listo!'));
    equal(staged.detailsOf('precandidate-problem').length, 0);
    translate(staged.root, isMoved);
    deepEqual(staged.names().includes('problem'), false);
  });
