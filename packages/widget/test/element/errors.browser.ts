import branches from '../tables/branches.json' with { type: 'json' };
import { deepEqual, equal, ok } from './stage/assert.ts';
import type { StagedElement } from './stage/candidate.ts';
import { text } from './stage/forms.ts';
import { show } from './stage/show.ts';
import { takeStep } from './stage/take-step.ts';

let staged: StagedElement;

async function open(schema: object): Promise<void> {
  staged = await show({ form_schema: { type: 'object', ...schema } });
}

const linksOf = () => [...staged.root.querySelectorAll<HTMLAnchorElement>('.summary a')];

for (const place of ['form', 'group'])
  test(`an error without a field is shown at its ${place}, until it is corrected`, async () => {
    const rules = {
      properties: { a: text('Alpha'), b: text('Beta') },
      not: { required: ['a', 'b'] },
    };
    const group = { properties: { g: { type: 'object', title: 'Group', ...rules } } };
    await open(place === 'form' ? rules : group);
    await takeStep(staged, ['Alpha', 'x']);
    await takeStep(staged, ['Beta', 'y']);
    staged.element.submit();
    const [link] = linksOf();
    ok(link, 'the summary has a link');
    link?.click();
    const target = staged.root.getElementById(link?.hash.slice(1) ?? '');
    ok(target?.matches(':focus, :focus-within'), 'the link leads to the error');
    equal(target?.querySelectorAll('.error').length, 1);
    const isDescribed = target?.matches(`[aria-describedby=${CSS.escape('f.g-error')}]`);
    equal(isDescribed, place === 'group');
    const [{ errors = [] } = {}] = staged.detailsOf('precandidate-invalid');
    deepEqual(
      errors.map(({ pointer }) => pointer),
      [place === 'form' ? '' : '/g'],
    );
    staged.field('Alpha').focus();
    staged.field('Beta').focus();
    equal(linksOf().length, 1, 'the error stays while nothing changes');
    await takeStep(staged, ['Beta', '']);
    equal(linksOf().length, 0, 'the error goes with its cause');
  });

test('an error says what is wrong now, and goes with its branch; events name values', async () => {
  await open(branches.contact);
  await takeStep(staged, ['Contact', 'A']);
  staged.element.submit();
  equal(linksOf()[0]?.textContent, 'Contact: Escribe “mail”');
  await takeStep(staged, ['mail', 'x']);
  staged.query('select').focus();
  equal(linksOf()[0]?.textContent, 'Contact: mail: escribe al menos 3 caracteres');
  await takeStep(staged, ['Contact', 'B']);
  equal(linksOf().length, 0);
  await takeStep(staged, ['tel', '1']);
  const pointers = staged.detailsOf('precandidate-change').map(({ field }) => field);
  ok(
    pointers.every((pointer) => /^\/contact(\/mail|\/tel)?$/.test(pointer)),
    pointers.join(),
  );
});

const DEFINED = { handle: text('Handle'), lane: text('Lane'), village: text('Village') };
for (const [place, defined] of [
  ['form', DEFINED],
  ['group', DEFINED],
  ['form', {}],
  ['group', {}],
] as const)
  test(`where a ${place} needs one of several answers${'handle' in defined ? '' : ' that it does not define'}, the error names them until one is given`, async () => {
    const rules = {
      properties: defined,
      anyOf: [{ title: 'By handle', required: ['handle'] }, { required: ['lane', 'village'] }],
    };
    const group = { g: { type: 'object', title: 'Group', ...rules } };
    await open(place === 'form' ? rules : { properties: group, required: ['g'] });
    staged.element.submit();
    const [link, second] = linksOf();
    const message = 'Completa uno de estos datos: By handle, Lane y Village';
    equal(second, undefined);
    equal(link?.textContent, message);
    const shown = [...staged.root.querySelectorAll('[part=error]')].map(
      (error) => error.textContent,
    );
    deepEqual(shown, [`Error: ${message}`]);
    link?.click();
    ok(staged.field('Handle').matches(':focus'), 'the link leads to a control');
    await takeStep(staged, ['Lane', 'x']);
    equal(linksOf().length, 1);
    await takeStep(staged, ['Village', 'y']);
    staged.field('Handle').focus();
    equal(linksOf().length, 0);
    const { data } = await staged.submitted();
    const answers = { lane: 'x', village: 'y' };
    deepEqual(data, place === 'form' ? answers : { g: answers });
  });

test('an error of the form as a whole says what to do', async () => {
  await open({ properties: { a: text('Alpha'), b: text('Beta') }, minProperties: 2 });
  await takeStep(staged, ['Alpha', 'x']);
  staged.element.submit();
  deepEqual(
    linksOf().map(({ innerText }) => innerText),
    ['Completa al menos 2 datos'],
  );
});

test('the link of a field that nothing fits leads to it', async () => {
  await open({ properties: { a: text('Alpha'), b: false }, required: ['b'] });
  staged.element.submit();
  const [link] = linksOf();
  link?.click();
  const target = staged.root.getElementById(link?.hash.slice(1) ?? '');
  ok(target?.matches(':focus'), 'the link leads to the error');
});

const referee = {
  type: 'object',
  title: 'Referencia',
  properties: { name: text('Nombre'), firm: text('Empresa') },
  required: ['name', 'firm'],
};
const withReferees = (count: number) => ({
  properties: {
    referees: { type: 'array', title: 'Referencias', minItems: count, items: referee },
  },
  required: ['referees'],
});

test('an error in an entry names the entry', async () => {
  await open(withReferees(2));
  staged.element.submit();
  deepEqual(
    linksOf().map(({ textContent }) => textContent),
    [
      'Referencia 1: Escribe el nombre',
      'Referencia 1: Escribe “Empresa”',
      'Referencia 2: Escribe el nombre',
      'Referencia 2: Escribe “Empresa”',
    ],
  );
});

test('the same error in many entries is one line, which leads to the first that is left', async () => {
  await open(withReferees(4));
  staged.element.submit();
  const lines = () => linksOf().map(({ textContent }) => textContent);
  deepEqual(lines(), ['Escribe el nombre (en 4 lugares)', 'Escribe “Empresa” (en 4 lugares)']);
  await takeStep(staged, ['Nombre', 'Ana']);
  await takeStep(staged, ['Empresa', 'Acme']);
  deepEqual(lines(), ['Escribe el nombre (en 3 lugares)', 'Escribe “Empresa” (en 3 lugares)']);
  linksOf()[0]?.click();
  const all = [...staged.root.querySelectorAll<HTMLInputElement>('.item input')];
  ok(staged.focused === all[2]);
  staged.query('[part=next-error]').click();
  ok(staged.focused === all[3], 'the next one in the order of the page');
});
