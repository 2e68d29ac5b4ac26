import { sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { addToPage, show } from './stage/show.ts';

async function open(count: number, required: number): Promise<StagedElement> {
  const names = Array.from({ length: count }, (_, index) => `f${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, text(`Dato ${name}`)]));
  return show(formOf(properties, { required: names.slice(0, required) }));
}

test('a long form shows how many required fields are left, and announces the end once', async () => {
  const staged = await open(9, 3);
  await staged.says(/Faltan 3 datos obligatorios/);
  const bar = staged.query<HTMLProgressElement>('progress');
  const aloud = staged.query('.progress [aria-live]');
  deepEqual([bar.value, bar.max], [0, 3]);
  await accessible(staged.element, 'progress');
  staged.fill('Dato f0', 'x');
  staged.fill('Dato f1', 'x');
  await staged.says(/Falta 1 dato obligatorio/);
  equal(aloud.textContent, '');
  const described = staged.query('button[type=submit]').getAttribute('aria-describedby') ?? '';
  equal(staged.root.getElementById(described)?.textContent, 'Falta 1 dato obligatorio');
  staged.fill('Dato f2', 'x');
  await until(() => aloud.textContent === 'Ya completaste todos los datos obligatorios');
  equal(bar.value, 3);
  staged.element.reset();
  await staged.says(/Faltan 3 datos obligatorios/);
});

test('a short form, or one without required fields, shows no progress', async () => {
  ok(!(await open(8, 3)).root.querySelector('.progress'));
  ok(!(await open(12, 0)).root.querySelector('.progress'));
});

test('a key in a form of 500 fields changes its input, and after a pause its field', async () => {
  const staged = await open(500, 2);
  deepEqual(staged.detailsOf('precandidate-ready'), [{ fields: 500, required: 2, missing: 2 }]);
  staged.fill('Dato f1', 'second');
  await until(() => staged.detailsOf('precandidate-change').length === 1);
  const field = staged.field('Dato f0');
  field.focus();
  const changed: Element[] = [];
  const note = (records: MutationRecord[]) =>
    changed.push(...records.map(({ target }) => target as Element));
  const observer = new MutationObserver(note);
  observer.observe(staged.root, {
    subtree: true,
    attributes: true,
    childList: true,
    characterData: true,
  });
  // In one task: a busy machine can delay keys from outside by more than the pause.
  for (const key of 'hola') document.execCommand('insertText', false, key);
  note(observer.takeRecords());
  equal(changed.filter((node) => node !== field).length, 0);
  await until(() => staged.detailsOf('precandidate-change').length === 2);
  note(observer.takeRecords());
  const fields = changed.map((node) => node.closest?.('.field')?.textContent).filter(Boolean);
  deepEqual([...new Set(fields)], ['Dato f0']);
  deepEqual(staged.detailsOf('precandidate-change').at(-1), { field: '/f0', missing: 0 });
  deepEqual((await staged.submitted()).data, { f0: 'hola', f1: 'second' });
});

test('rejects an empty form of 60 at once, and shows every error when the page is idle', async () => {
  const staged = await open(60, 60);
  const wrong = () => staged.root.querySelectorAll('[aria-invalid="true"]').length;
  const links = () => [...staged.root.querySelectorAll<HTMLElement>('.summary a')];
  staged.element.submit();
  // As many as fit a phone.
  equal(links().length, 5);
  match(staged.query('.summary').innerText, /y 55 más/);
  equal(staged.focused?.className, 'summary');
  match(staged.focused?.textContent ?? '', /60/);
  equal(staged.detailsOf('precandidate-invalid')[0]?.errors.length, 60);
  ok(staged.field('Dato f0').ariaInvalid === 'true');
  ok(wrong() < 60, 'not all errors are rendered at once');
  // Each is a tap away, however far down, and its text is there then.
  const next = staged.query('[part=next-error]');
  for (const index of [0, 1, 2, 3, 4, 5, 6]) {
    next.click();
    const field = staged.field(`Dato f${index}`);
    equal(staged.focused, field);
    const error = staged.root.getElementById(field.getAttribute('aria-describedby') ?? '');
    ok(error?.textContent.includes(`Dato f${index}`));
  }
  await until(() => wrong() === 60);
  equal(staged.root.querySelectorAll('.field .error').length, 60);
});

for (const margin of ['', '96px'])
  test(`the progress stays visible, and covers no field that takes the focus${margin && ', below a bar of the page'}`, async () => {
    addToPage('div').style.blockSize = margin;
    const staged = await open(30, 30);
    if (margin) staged.element.style.setProperty('--precandidate-focus-margin', margin);
    const bar = staged.query('.progress');
    const hidden: string[] = [];
    staged.field('Dato f0').focus();
    for (const key of [...Array<string>(29).fill('Tab'), ...Array<string>(29).fill('Shift+Tab')]) {
      await sendKeys({ press: key });
      const { top = 0, left = 0, bottom = 0 } = staged.focused?.getBoundingClientRect() ?? {};
      const seen = [top + 1, bottom - 1].map((y) => staged.root.elementFromPoint(left + 20, y));
      if (seen.some((each) => each !== staged.focused)) hidden.push(`${key} ${top}`);
      const own = bar.getBoundingClientRect();
      ok(own.top >= 0 && own.bottom <= innerHeight, `the progress is at ${own.top}`);
    }
    deepEqual(hidden, []);
    ok(scrollY === 0 || bar.getBoundingClientRect().top <= 96);
  });

test('the bar that leads to the next error moves nothing that is on the screen', async () => {
  const staged = await open(60, 2);
  staged.element.submit();
  const bar = staged.query('[part=errors-left]');
  const last = staged.field('Dato f59');
  const top = () => last.getBoundingClientRect().top + scrollY;
  const before = top();
  equal(bar.checkVisibility({ visibilityProperty: true }), false);
  scrollTo(0, document.documentElement.scrollHeight);
  await until(() => bar.checkVisibility({ visibilityProperty: true }));
  equal(top(), before);
  // It covers the bar with the progress.
  equal(getComputedStyle(staged.query('.progress')).visibility, 'hidden');
  equal(Math.round(bar.getBoundingClientRect().top), 0);
});
