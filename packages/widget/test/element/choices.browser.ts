import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf } from './stage/forms.ts';
import { afterTest, holdFiles, show } from './stage/show.ts';
import schemas from '../tables/model-schemas.json' with { type: 'json' };

let staged: StagedElement;

async function open(properties: object, required: string[] = [], locale = 'es'): Promise<void> {
  staged = await show(formOf(properties, { required }), { locale });
}

const several = (count: number) => Array.from({ length: count }, (_, index) => `Plan ${index + 1}`);
const plan = (count: number, more: object = {}) => ({
  plan: { type: 'string', title: 'Plan', enum: several(count), ...more },
});
const chosen = () => staged.root.querySelector<HTMLInputElement>('input:checked');
const clear = () =>
  [...staged.root.querySelectorAll<HTMLButtonElement>('.clear')].find((button) =>
    button.checkVisibility(),
  ) ?? null;

for (const [count, selector] of [
  [2, 'input[type=radio]'],
  [5, 'input[type=radio]'],
  [6, 'select'],
  [15, 'select'],
  [16, '.combobox input'],
] as const)
  test(`${count} choices: ${selector}`, async () => {
    await open(plan(count));
    equal(staged.root.querySelector(selector) !== null, true);
    equal(staged.root.querySelectorAll('select, .combobox, [role=radiogroup]').length, 1);
  });

test('clears an optional choice, also with the keyboard', async () => {
  await open({ ...plan(3), job: { type: 'boolean', title: 'Job?' } });
  equal(clear(), null);
  staged.element.focus();
  await sendKeys({ press: 'Space' });
  equal(chosen()?.labels?.[0]?.innerText, 'Plan 1');
  await until(() => clear()?.innerText === 'Borrar respuesta');
  await accessible(staged.element, 'an answer to take back');
  await sendKeys({ press: 'Tab' });
  equal(staged.focused, clear());
  await sendKeys({ press: 'Enter' });
  await until(() => clear() === null);
  equal(chosen(), null);
  equal((staged.focused as HTMLInputElement).type, 'radio');
  staged.field('No').click();
  await until(() => clear() !== null);
  clear()?.click();
  await until(() => chosen() === null);
  deepEqual((await staged.submitted()).data, {});
});

test('the buttons that clear an answer have different names in every entry', async () => {
  const job = { type: 'object', properties: { current: { type: 'boolean', title: 'Current?' } } };
  await open({ jobs: { type: 'array', title: 'Jobs', minItems: 2, items: job } });
  const buttons = [...staged.root.querySelectorAll('[part=clear]')];
  deepEqual(
    buttons.map((button) => button.ariaLabel),
    ['Borrar respuesta: Jobs 1: Current?', 'Borrar respuesta: Jobs 2: Current?'],
  );
});

test('does not clear a required choice', async () => {
  await open({ ...plan(3) }, ['plan']);
  staged.press('Enviar');
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(staged.focused, staged.query('input[type=radio]'));
  staged.field('Plan 2').click();
  await until(() => chosen()?.labels?.[0]?.innerText === 'Plan 2');
  equal(clear(), null);
  const { data } = await staged.submitted();
  equal(JSON.stringify(data), '{"plan":"Plan 2"}');
});

const dataUrl = { type: 'string', format: 'data-url' };
const txt = (name: string, content = 'a') => new File([content], name, { type: 'text/plain' });
const hasFiles = (count: number) =>
  until(() => staged.root.querySelectorAll('.file').length === count);
const says = (pattern: RegExp) => until(() => pattern.test(staged.root.textContent ?? ''));

/** Every file fails to be read, until the test or the returned function ends it. */
function breakFiles(): () => void {
  const { readAsDataURL } = FileReader.prototype;
  FileReader.prototype.readAsDataURL = function fail() {
    setTimeout(() => this.dispatchEvent(new ProgressEvent('error')));
  };
  const mend = () => void (FileReader.prototype.readAsDataURL = readAsDataURL);
  afterTest(mend);
  return mend;
}

test('sends files as data URLs with their names, and rejects one over the limit', async () => {
  await open(
    {
      id: { ...dataUrl, title: 'Documento', contentEncoding: 'base64' },
      papers: { type: 'array', title: 'Papeles', items: dataUrl },
    },
    ['id'],
  );
  await accessible(staged.element, 'files');
  staged.chooseFiles([txt('big.pdf', 'x'.repeat(7_000_000))]);
  await says(/big\.pdf: Este archivo pesa 7 MB\. Puede pesar como máximo \d[.,]\d MB/);
  staged.chooseFiles([txt('mi dni.txt', 'hola')]);
  staged.chooseFiles([txt('a.txt'), new File(['b'], 'b.txt')], 1);
  // While the others are being read.
  staged.chooseFiles([txt('c.txt'), txt('c.txt')], 1);
  await hasFiles(5);
  match(staged.query('.file').innerText, /^mi dni\.txt/);
  for (const name of ['a.txt', 'c.txt']) staged.press(`Quitar ${name}`);
  const { data } = await staged.submitted();
  const { papers, id } = data as { papers: string[]; id: string };
  equal(id, 'data:text/plain;name=mi%20dni.txt;base64,aG9sYQ==');
  deepEqual(papers.toSorted(), [
    'data:text/plain;name=b.txt;base64,Yg==',
    'data:text/plain;name=c.txt;base64,YQ==',
  ]);
});

test('names a file while it is being read', async () => {
  await open({ cv: { ...dataUrl, title: 'CV' } }, [], 'en');
  const listed = () => staged.query<HTMLElement>('.chosen-files').innerText;
  staged.chooseFiles([txt('cv.txt', 'a'.repeat(500_000))]);
  equal(listed(), 'cv.txt');
  equal(staged.query('.chosen-files li').ariaBusy, 'true');
  await hasFiles(1);
  staged.chooseFiles([txt('cv2.txt', 'a'.repeat(7_000_000))]);
  match(listed(), /^cv\.txt.*cv2\.txt$/s);
  await says(/cv2\.txt: This file is 7 MB/);
  equal(staged.root.querySelector('[aria-busy]'), null);
  match(listed(), /^cv\.txt.*Remove cv\.txt$/s);
});

test('a submit waits, visibly, for a file that is still being read', async () => {
  await open({ cv: { ...dataUrl, title: 'CV' } }, [], 'en');
  staged.chooseFiles([txt('cv.txt', 'a'.repeat(500_000))]);
  staged.press('Send');
  match(staged.query('.waiting').innerText, /still loading/);
  equal(staged.query('[part=submit]').ariaDisabled, 'true');
  equal(staged.query('.waiting').ariaLive, 'polite');
  const { data } = await staged.submitted();
  match(String(data['cv']), /^data:text\/plain;name=cv.txt;base64,/);
});

test('the button that removes a file with a long name begins with its verb', async () => {
  await open({ cv: { ...dataUrl, title: 'CV' } });
  staged.chooseFiles([txt(`${'curriculum-'.repeat(8)}.txt`)]);
  await hasFiles(1);
  const button = staged.query('.file > .button');
  const verb = document.createRange();
  verb.setStart(button.firstChild as Text, 0);
  verb.setEnd(button.firstChild as Text, 'Quitar'.length);
  equal(verb.toString(), 'Quitar');
  ok(verb.getBoundingClientRect().left >= button.getBoundingClientRect().left);
});

test('a file that cannot be read stops the submit that waits for it, and each failure is announced', async () => {
  await open({ id: { ...dataUrl, title: 'Documento' } });
  const mend = breakFiles();
  staged.chooseFiles([txt('a.txt')]);
  staged.press('Enviar');
  await says(/No se pudo leer el archivo/);
  await until(() => staged.query('.waiting').innerText === '');
  deepEqual(staged.detailsOf('precandidate-submitting'), []);
  // The same text would not be announced again.
  const alert = staged.query('.files [role=alert]');
  const texts: string[] = [];
  const observer = new MutationObserver(() => texts.push(alert.textContent ?? ''));
  observer.observe(alert, { childList: true, characterData: true, subtree: true });
  staged.chooseFiles([txt('a.txt')]);
  await until(() => texts.length > 0 && alert.textContent !== '');
  equal(texts[0], '');
  mend();
  staged.chooseFiles([txt('a.txt')]);
  await hasFiles(1);
  ok(!/No se pudo leer/.test(staged.root.textContent ?? ''));
});

for (const isReadable of [false, true])
  for (const first of ['old.txt', 'new.txt'])
    test(`only the latest choice of one file counts: ${first} ends first, old.txt ${isReadable ? 'is read' : 'fails'}`, async () => {
      await open({ cv: { ...dataUrl, title: 'CV' } });
      const end = holdFiles();
      staged.chooseFiles([txt('old.txt')]);
      staged.chooseFiles([txt('new.txt')]);
      staged.press('Enviar');
      const last = first === 'old.txt' ? 'new.txt' : 'old.txt';
      for (const name of [first, last]) end(name, name === 'new.txt' || isReadable);
      const { data } = await staged.submitted();
      match(String(data['cv']), /name=new\.txt/);
    });

test('a file that cannot be read keeps its error, and stops the submit, when another one is read', async () => {
  await open({ papers: { type: 'array', title: 'Papeles', items: dataUrl } });
  const end = holdFiles();
  staged.chooseFiles([txt('bad.txt')]);
  staged.chooseFiles([txt('good.txt')]);
  staged.press('Enviar');
  end('bad.txt', false);
  await until(() => staged.query('.waiting').innerText === '');
  end('good.txt', true);
  await hasFiles(1);
  match(staged.query('.files [role=alert]').innerText, /No se pudo leer el archivo/);
  deepEqual(staged.detailsOf('precandidate-submitting'), []);
});

test('a file that is still being read stays with its list entry, and goes with it', async () => {
  const job = { type: 'object', properties: { cv: { ...dataUrl, title: 'CV' } } };
  await open({ jobs: { type: 'array', title: 'Jobs', items: job } }, [], 'en');
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const end = holdFiles();
  for (const [index, name] of names.entries()) {
    staged.query<HTMLButtonElement>('[part=add]').click();
    staged.chooseFiles([txt(name)], index);
  }
  staged.root.querySelectorAll<HTMLButtonElement>('[part=remove]')[1]?.click();
  for (const name of names) end(name, true);
  await hasFiles(2);
  staged.query<HTMLButtonElement>('[part=undo-button]').click();
  await says(/b\.txt/);
  const { data } = await staged.submitted();
  const files = (data['jobs'] as { cv?: string }[]).map(
    ({ cv }) => /name=([^;]*)/.exec(cv ?? '')?.[1],
  );
  deepEqual(files, ['a.txt', undefined, 'c.txt']);
});

test('a reset forgets a file that is still being read', async () => {
  await open({ cv: { ...dataUrl, title: 'CV' }, name: { type: 'string' } });
  const end = holdFiles();
  staged.chooseFiles([txt('old.txt')]);
  staged.element.reset();
  end('old.txt', true);
  staged.chooseFiles([txt('new.txt')]);
  end('new.txt', true);
  await hasFiles(1);
  match(String((await staged.submitted()).data['cv']), /name=new\.txt/);
});

test('a branch with constants applies once the candidate has chosen it', async () => {
  const branch = (kind: string, name: string) => ({
    title: kind,
    properties: { kind: { const: kind }, [name]: { type: 'string', title: name } },
    required: ['kind'],
  });
  const job = { title: 'Job', oneOf: [branch('Employed', 'Firm'), branch('Retired', 'Since')] };
  await open({ job }, ['job'], 'en');
  const menu = () => staged.query<HTMLSelectElement>('select');
  const shown = () => menu().selectedOptions[0]?.innerText;
  equal(shown(), 'Choose an option');
  equal(staged.root.querySelectorAll('input').length, 0);
  staged.press('Send');
  const link = staged.query<HTMLAnchorElement>('.summary a');
  match(link.innerText, /^Choose .*Job/);
  link.click();
  equal(staged.focused, menu());
  await accessible(staged.element, 'a branch to choose');
  menu().selectedIndex = 2;
  menu().dispatchEvent(new Event('change', { bubbles: true }));
  const label = () => staged.root.querySelector('input')?.labels?.[0]?.innerText ?? '';
  await until(() => label().startsWith('Since'));
  equal(staged.root.querySelector('.summary'), null);
  deepEqual((await staged.submitted()).data, { job: { kind: 'Retired' } });
});

test('says so when a file is empty and would be sent as base64', async () => {
  await open({ id: { type: 'string', contentEncoding: 'base64', title: 'Documento' } }, ['id']);
  staged.chooseFiles([txt('empty.txt', '')]);
  await says(/Este archivo está vacío/);
  staged.chooseFiles([txt('a.txt')]);
  await hasFiles(1);
  deepEqual((await staged.submitted()).data, { id: 'YQ==' });
});

const planList = (count: number) => ({
  plans: { type: 'array', title: 'Plans', uniqueItems: true, items: plan(count).plan },
});

/** Types a text and takes the option that matches it, without giving the page time to render. */
function pick(text: string): void {
  const input = staged.query<HTMLInputElement>('[role=combobox]');
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  for (const key of ['ArrowDown', 'Enter'])
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

test('keeps choices from a long list that follow each other at once', async () => {
  await open(planList(20));
  await until(() => staged.root.querySelector('[role=combobox]') !== null);
  pick('Plan 3');
  pick('Plan 12');
  pick('Plan 7');
  for (const button of staged.root.querySelectorAll<HTMLButtonElement>('.chip-remove'))
    if (button.ariaLabel?.endsWith('Plan 12')) button.click();
  const { data } = await staged.submitted();
  equal(JSON.stringify(data), '{"plans":["Plan 3","Plan 7"]}');
});

test('keeps boxes that are ticked at once', async () => {
  await open(planList(3));
  for (const name of ['Plan 3', 'Plan 1', 'Plan 2', 'Plan 1']) staged.field(name).click();
  const { data } = await staged.submitted();
  equal(JSON.stringify(data), '{"plans":["Plan 2","Plan 3"]}');
});

test('a choice of branches after other fields says that it is missing, and takes the focus', async () => {
  const { oneOf } = schemas.job;
  staged = await show(formOf({ name: { type: 'string', title: 'Nombre' } }, { oneOf }));
  staged.element.submit();
  await until(() => staged.root.querySelector('.summary') !== null);
  const select = staged.query('select');
  equal(select.getAttribute('aria-invalid'), 'true');
  match(staged.query('.summary li').textContent ?? '', /^Elige una opción/);
  staged.query('.summary a').click();
  equal(staged.focused, select);
});
