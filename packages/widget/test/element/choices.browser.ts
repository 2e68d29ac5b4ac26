import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf } from './stage/forms.ts';
import { show } from './stage/show.ts';

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

for (const [locale, label] of [
  ['es', 'Borrar respuesta'],
  ['pt-BR', 'Limpar resposta'],
  ['en', 'Clear answer'],
] as const)
  test(`${locale}: clears an optional choice, also with the keyboard`, async () => {
    await open({ ...plan(3), job: { type: 'boolean', title: 'Job?' } }, [], locale);
    equal(clear(), null);
    staged.element.focus();
    await sendKeys({ press: 'Space' });
    equal(chosen()?.labels?.[0]?.innerText, 'Plan 1');
    await until(() => clear()?.innerText === label);
    await accessible(staged.element, 'an answer to take back');
    await sendKeys({ press: 'Tab' });
    equal(staged.focused, clear());
    await sendKeys({ press: 'Enter' });
    await until(() => clear() === null);
    equal(chosen(), null);
    equal((staged.focused as HTMLInputElement).type, 'radio');
    staged.field(locale === 'pt-BR' ? 'Não' : 'No').click();
    await until(() => clear() !== null);
    clear()?.click();
    await until(() => chosen() === null);
    const { data } = await staged.submitted();
    equal(JSON.stringify(data), '{}');
  });

test('does not clear a required choice, or one with a default', async () => {
  const other = { type: 'string', title: 'Shift', enum: ['d', 'n'], default: 'n' };
  await open({ ...plan(3), shift: other }, ['plan']);
  equal(chosen()?.labels?.[0]?.innerText, 'n');
  equal(clear(), null);
  staged.press('Enviar');
  staged.query<HTMLAnchorElement>('.summary a').click();
  equal(staged.focused, staged.query('input[type=radio]'));
  staged.field('Plan 2').click();
  await until(() => chosen()?.labels?.[0]?.innerText === 'Plan 2');
  equal(clear(), null);
  const { data } = await staged.submitted();
  equal(JSON.stringify(data), '{"plan":"Plan 2","shift":"n"}');
});

function chooseFiles(index: number, ...files: File[]): void {
  const input = staged.root.querySelectorAll<HTMLInputElement>('input[type=file]')[index];
  if (input === undefined) throw new Error('There is no input for files');
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('sends files as data URLs with their names, and rejects one over the limit', async () => {
  const dataUrl = { type: 'string', format: 'data-url' };
  await open(
    {
      id: { ...dataUrl, title: 'Documento', contentEncoding: 'base64' },
      papers: { type: 'array', title: 'Papeles', items: dataUrl },
    },
    ['id'],
  );
  await accessible(staged.element, 'files');
  chooseFiles(0, new File([new Uint8Array(7_000_000)], 'big.pdf'));
  await until(() => /más de 5[.,]\d MB/.test(staged.root.textContent ?? ''));
  chooseFiles(0, new File(['hola'], 'mi dni.txt', { type: 'text/plain' }));
  chooseFiles(1, new File(['a'], 'a.txt', { type: 'text/plain' }), new File(['b'], 'b.txt'));
  await until(() => staged.root.querySelectorAll('.file').length === 3);
  match(staged.query('.file').innerText, /^mi dni\.txt/);
  staged.press('Quitar a.txt');
  const { data } = await staged.submitted();
  equal(
    JSON.stringify(data),
    JSON.stringify({
      id: 'data:text/plain;name=mi%20dni.txt;base64,aG9sYQ==',
      papers: ['data:application/octet-stream;name=b.txt;base64,Yg=='],
    }),
  );
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

test('keeps files that are chosen while others are being read', async () => {
  const dataUrl = { type: 'string', format: 'data-url' };
  await open({ papers: { type: 'array', title: 'Papers', items: dataUrl } });
  chooseFiles(0, new File(['a'], 'a.txt', { type: 'text/plain' }));
  chooseFiles(0, new File(['b'], 'b.txt', { type: 'text/plain' }));
  await until(() => staged.root.querySelectorAll('.file').length === 2);
  const { data } = await staged.submitted();
  equal((data['papers'] as string[]).length, 2);
});

test('a submit waits, visibly, for a file that is still being read', async () => {
  const dataUrl = { type: 'string', format: 'data-url', title: 'CV' };
  await open({ cv: dataUrl }, [], 'en');
  chooseFiles(0, new File(['a'.repeat(500_000)], 'cv.txt', { type: 'text/plain' }));
  staged.press('Send');
  match(staged.query('.waiting').innerText, /still being read/);
  equal(staged.query('[part=submit]').ariaDisabled, 'true');
  equal(staged.query('.waiting').ariaLive, 'polite');
  const { data } = await staged.submitted();
  match(String(data['cv']), /^data:text\/plain;name=cv.txt;base64,/);
});

test('a file that cannot be read stops the submit that waits for it', async () => {
  await open({ cv: { type: 'string', format: 'data-url', title: 'CV' } }, [], 'en');
  const { readAsDataURL } = FileReader.prototype;
  FileReader.prototype.readAsDataURL = function fail() {
    setTimeout(() => this.dispatchEvent(new ProgressEvent('error')));
  };
  try {
    chooseFiles(0, new File(['a'], 'cv.txt'));
    staged.press('Send');
    await until(() => /cannot be read|could not be read/.test(staged.root.textContent ?? ''));
    await until(() => staged.query('.waiting').innerText === '');
    deepEqual(staged.detailsOf('precandidate-submitting'), []);
  } finally {
    FileReader.prototype.readAsDataURL = readAsDataURL;
  }
});

test('says so when a file is empty and would be sent as base64', async () => {
  const base64 = { type: 'string', contentEncoding: 'base64', title: 'Documento' };
  await open({ id: base64 }, ['id']);
  chooseFiles(0, new File([], 'empty.txt'));
  await until(() => /No se pudo leer el archivo/.test(staged.root.textContent ?? ''));
  chooseFiles(0, new File(['a'], 'a.txt'));
  await until(() => staged.root.querySelectorAll('.file').length === 1);
  deepEqual((await staged.submitted()).data, { id: 'YQ==' });
});

test('says so when a file cannot be read', async () => {
  await open({ id: { type: 'string', format: 'data-url', title: 'Documento' } });
  const { readAsDataURL } = FileReader.prototype;
  FileReader.prototype.readAsDataURL = function fail() {
    this.dispatchEvent(new ProgressEvent('error'));
  };
  try {
    chooseFiles(0, new File(['a'], 'a.txt'));
    await until(() => /No se pudo leer el archivo/.test(staged.root.textContent ?? ''));
    // The same text would not be announced again.
    const alert = staged.query('.files [role=alert]');
    const texts: string[] = [];
    const observer = new MutationObserver(() => texts.push(alert.textContent ?? ''));
    observer.observe(alert, { childList: true, characterData: true, subtree: true });
    chooseFiles(0, new File(['a'], 'a.txt'));
    await until(() => texts.length > 0 && alert.textContent !== '');
    equal(texts[0], '');
    observer.disconnect();
  } finally {
    FileReader.prototype.readAsDataURL = readAsDataURL;
  }
  chooseFiles(0, new File(['a'], 'a.txt'));
  await until(() => staged.root.querySelectorAll('.file').length === 1);
  ok(!/No se pudo leer/.test(staged.root.textContent ?? ''));
});
