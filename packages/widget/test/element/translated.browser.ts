import { deepEqual, equal, ok } from './stage/assert.ts';
import { loadWidget, setValue, stageCandidate, StagedElement, until } from './stage/candidate.ts';
import { FORM, text } from './stage/prerendered.ts';

let staged: StagedElement;

suiteSetup(() => loadWidget());
teardown(() => staged.element.remove());

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
    const { token } = await stageCandidate({
      locale: 'es-PE',
      form_schema: {
        ...FORM,
        if: { properties: { shift: { const: 'noche' } }, required: ['shift'] },
        then: { properties: { why: text('Motivo') } },
      },
    });
    staged = new StagedElement((element) => {
      element.session = token;
    });
    await staged.reaches('ready');
    translate(staged.root, isMoved);
    await new Promise((resolve) => setTimeout(resolve));
    staged.element.submit();
    await until(() => staged.root.querySelector('.summary a') !== null);
    translate(staged.root, isMoved);
    await new Promise((resolve) => setTimeout(resolve));
    setValue(staged.query<HTMLInputElement>('[name="f.name"]'), 'Ana');
    for (const option of ['1', '0', '1'])
      staged.query<HTMLInputElement>(`[type=radio][value="${option}"]`).click();
    ok(staged.root.querySelector('[name="f.why"]'));
    staged.element.submit();
    await staged.reaches('submitted');
    await until(() => staged.text.includes('¡Listo!'));
    equal(staged.detailsOf('precandidate-problem').length, 0);
    translate(staged.root, isMoved);
    deepEqual(staged.names().includes('problem'), false);
  });
