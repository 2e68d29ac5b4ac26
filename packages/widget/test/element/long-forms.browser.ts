import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { show } from './stage/show.ts';

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
  await until(() => aloud.textContent === 'Ya completaste todo lo obligatorio');
  equal(bar.value, 3);
  staged.element.reset();
  await staged.says(/Faltan 3 datos obligatorios/);
});

test('a short form, or one without required fields, shows no progress', async () => {
  ok(!(await open(8, 3)).root.querySelector('.progress'));
  ok(!(await open(12, 0)).root.querySelector('.progress'));
});

test('renders and submits a form of 500 fields; a key re-renders one field', async () => {
  const staged = await open(500, 2);
  deepEqual(staged.detailsOf('precandidate-ready'), [{ fields: 500, required: 2, missing: 2 }]);
  staged.fill('Dato f1', 'second');
  staged.fill('Dato f499', 'last');
  await until(() => staged.detailsOf('precandidate-change').length === 2);
  const changed: Node[] = [];
  const observer = new MutationObserver((records) => changed.push(...records.map((r) => r.target)));
  observer.observe(staged.root, { subtree: true, attributes: true, childList: true });
  staged.fill('Dato f0', 'first');
  await until(() => staged.element.missing === 0);
  changed.push(...observer.takeRecords().map((record) => record.target));
  observer.disconnect();
  const fields = changed.map((node) => (node as Element).closest?.('.field')).filter(Boolean);
  deepEqual(
    [...new Set(fields)].map((field) => field?.textContent),
    ['Dato f0'],
  );
  const { data } = await staged.submitted();
  deepEqual(data, { f0: 'first', f1: 'second', f499: 'last' });
});

test('rejects an empty form of 60 at once, and shows every error when the page is idle', async () => {
  const staged = await open(60, 60);
  const wrong = () => staged.root.querySelectorAll('[aria-invalid="true"]').length;
  staged.element.submit();
  const links = () => staged.root.querySelectorAll('.summary a').length;
  ok(links() > 0 && links() < 60, 'not all links are rendered at once');
  equal(staged.root.activeElement?.className, 'summary');
  match(staged.root.activeElement?.textContent ?? '', /60/);
  equal(staged.detailsOf('precandidate-invalid')[0]?.errors.length, 60);
  ok(staged.field('Dato f0').ariaInvalid === 'true');
  ok(wrong() < 60, 'not all errors are rendered at once');
  await until(() => wrong() === 60 && links() === 60);
  equal(staged.root.querySelectorAll('.field .error').length, 60);
});

test('shows the error of a field far down when a link of the summary leads there', async () => {
  const staged = await open(60, 60);
  staged.element.submit();
  const links = () => [...staged.root.querySelectorAll<HTMLElement>('.summary a')];
  await until(() => links().length === 60);
  links().at(-1)?.click();
  const last = staged.field('Dato f59');
  equal(staged.root.activeElement, last);
  const error = staged.root.getElementById(last.getAttribute('aria-describedby') ?? '');
  ok(error?.textContent.includes('Dato f59'));
});

test('only a form of more than 200 fields defers the layout of fields far down', async () => {
  const layouts = async (count: number) => {
    const { root } = await open(count, 0);
    const fields = [...root.querySelectorAll('#form-app form .field')];
    return fields.map((field) => getComputedStyle(field).contentVisibility);
  };
  deepEqual([...new Set(await layouts(200))], ['visible']);
  const far = await layouts(201);
  deepEqual([far.length, far[0], far[20], far[200]], [201, 'visible', 'auto', 'auto']);
});

test('typing changes nothing but the input, and is committed after a pause', async () => {
  const staged = await open(200, 2);
  const field = staged.field('Dato f100');
  field.focus();
  const observer = new MutationObserver(() => {});
  observer.observe(staged.root, {
    subtree: true,
    attributes: true,
    childList: true,
    characterData: true,
  });
  // In one task: a busy machine can delay keys from outside by more than the pause.
  for (const key of 'hola') document.execCommand('insertText', false, key);
  equal(field.value, 'hola');
  const others = observer.takeRecords().filter(({ target }) => target !== field);
  equal(others.length, 0);
  await until(() => staged.detailsOf('precandidate-change').length === 1);
  deepEqual(staged.detailsOf('precandidate-change'), [{ field: '/f100', missing: 2 }]);
});
