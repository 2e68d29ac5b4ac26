import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { addToPage, onRequest, show, type Shown, skipTimers, unreachable } from './stage/show.ts';
import type { CandidateRequest } from './stage/start-stage.ts';

async function open(request: CandidateRequest): Promise<Shown> {
  const staged = await show(request, { locale: 'es' });
  await until(() => staged.root.querySelector('[role=combobox]') !== null);
  return staged;
}

const CITY = formOf({ city_locode: { type: 'string' } }, { required: ['city_locode'] });
const combobox = (staged: StagedElement) => staged.query<HTMLInputElement>('[role=combobox]');
const options = (staged: StagedElement) =>
  [...staged.root.querySelectorAll<HTMLElement>('[role=option]')].map(({ innerText }) => innerText);
const active = (staged: StagedElement) => {
  const id = combobox(staged).getAttribute('aria-activedescendant');
  return id === null ? null : staged.root.getElementById(id)?.innerText;
};
/** Resolves once the country's cities have come. */
async function listed(staged: StagedElement): Promise<void> {
  combobox(staged).focus();
  await until(() => {
    combobox(staged).click();
    return options(staged).length > 0;
  });
  await sendKeys({ press: 'Escape' });
}

test('suggests cities while typing, announces their number, and sends the code', async () => {
  const staged = await open(CITY);
  await listed(staged);
  await accessible(staged.element, 'closed');
  await sendKeys({ type: 'hua' });
  equal(options(staged)[0], 'Huacho');
  ok(options(staged).includes('Huánuco'));
  await until(() => /^\d+ sugerencias?$/.test(staged.query('.combobox .status').innerText));
  equal(combobox(staged).ariaExpanded, 'true');
  await accessible(staged.element, 'open');
  const last = options(staged).at(-1);
  for (const [press, expected] of [
    ['ArrowDown', 'Huacho'],
    ['End', last],
    ['Home', 'Huacho'],
    ['ArrowUp', last],
    ['ArrowDown', 'Huacho'],
  ] as const) {
    await sendKeys({ press });
    equal(active(staged), expected, press);
  }
  await sendKeys({ press: 'Enter' });
  equal(combobox(staged).value, 'Huacho');
  equal(options(staged).length, 0);
  equal(staged.element.state, 'ready', 'Enter chose, it did not send');
  deepEqual((await staged.submitted()).data, { city_locode: 'PE HCO' });
});

test('suggests while typing in another document', async () => {
  const staged = await open(CITY);
  addToPage('iframe').contentDocument?.body.append(staged.element);
  await listed(staged);
  await sendKeys({ type: 'hua' });
  equal(options(staged)[0], 'Huacho');
});

test('a tap chooses a suggestion and keeps the on-screen keyboard open', async () => {
  const staged = await open(CITY);
  await listed(staged);
  await sendKeys({ type: 'are' });
  const { x, y, width, height } = staged.query('[role=option]').getBoundingClientRect();
  ok(height >= 44);
  await executeServerCommand('tap', { x: x + width / 2, y: y + height / 2 });
  await until(() => combobox(staged).value === 'Arequipa');
  equal(staged.focused, combobox(staged));
});

test('Escape closes only the list and keeps the text', async () => {
  const staged = await open(CITY);
  await listed(staged);
  await sendKeys({ type: 'lim' });
  let dispatched = 0;
  document.addEventListener('keydown', () => (dispatched += 1), { once: true });
  await sendKeys({ press: 'Escape' });
  equal(dispatched, 0);
  equal(options(staged).length, 0);
  equal(combobox(staged).value, 'lim');
});

for (const country_code of ['PE', 'AR'])
  test(`sends any other text unchanged, ${country_code === 'PE' ? 'beside' : 'or without'} a list of the country`, async () => {
    const staged = await open({ ...CITY, country_code });
    combobox(staged).focus();
    await sendKeys({ type: 'Villa El Salvador' });
    equal(combobox(staged).ariaExpanded, 'false');
    await sendKeys({ press: 'Enter' });
    deepEqual((await staged.received()).data, { city_locode: 'Villa El Salvador' });
  });

const COUNTRIES =
  'Afganistán Albania Alemania Bolivia Brasil Canadá Chile Colombia Cuba Ecuador España Francia Italia México Perú Uruguay'.split(
    ' ',
  );
const COUNTRY = formOf(
  { country: { ...text('País'), enum: COUNTRIES } },
  { required: ['country'] },
);

for (const [title, typed, keys] of [
  ['in full, then Down and Enter', 'Perú', ['ArrowDown', 'Enter', 'Enter']],
  ['in full, then Up and Enter', 'peru', ['ArrowUp', 'Enter', 'Enter']],
  ['up to the only match, then Enter twice', 'per', ['Enter', 'Enter']],
  ['up to the only match, then Tab', 'per', ['Tab', 'Enter']],
] as const)
  test(`sends the option typed ${title}`, async () => {
    const staged = await open(COUNTRY);
    combobox(staged).focus();
    await sendKeys({ type: typed });
    for (const press of keys) {
      deepEqual(staged.detailsOf('precandidate-submitting'), [], 'only the last key submits');
      await sendKeys({ press });
    }
    deepEqual((await staged.received()).data, { country: 'Perú' });
  });

test('text that matches nothing says so, and Down and Enter choose nothing', async () => {
  const staged = await open(COUNTRY);
  combobox(staged).focus();
  await sendKeys({ type: 'Perri' });
  const status = staged.query('.combobox .status');
  await until(() => status.innerText === 'No hay sugerencias');
  ok(status.checkVisibility() && status.getBoundingClientRect().width > 10);
  await sendKeys({ press: 'ArrowDown' });
  equal(options(staged).length, 0);
  await sendKeys({ press: 'Enter' });
  equal(combobox(staged).value, 'Perri');
  match(staged.query('.summary').innerText, /Elige “País” de la lista/);
});

test('the status goes after a press, which would miss its target if the page moved', async () => {
  const staged = await open(CITY);
  await listed(staged);
  await sendKeys({ type: 'Xyz' });
  const status = staged.query('.combobox .status');
  await until(() => status.innerText === 'No hay sugerencias');
  const press = { bubbles: true, composed: true, button: 0 };
  staged.query('[part=submit]').dispatchEvent(new PointerEvent('pointerdown', press));
  combobox(staged).blur();
  equal(status.innerText, 'No hay sugerencias');
  staged.query('[part=submit]').dispatchEvent(new PointerEvent('pointerup', press));
  await until(() => status.innerText === '');
});

test('several of many options: other text stays, is named, and is not sent', async () => {
  const list = { type: 'array', title: 'Países', uniqueItems: true, items: { enum: COUNTRIES } };
  const staged = await open(formOf({ countries: list }));
  combobox(staged).focus();
  await sendKeys({ type: 'Chile' });
  combobox(staged).blur();
  await until(() => staged.root.querySelectorAll('.chip').length === 1);
  combobox(staged).focus();
  await sendKeys({ type: 'Perri' });
  combobox(staged).blur();
  await until(() => /Elige “Países” de la lista/.test(staged.query('.multi .warning').innerText));
  equal(combobox(staged).value, 'Perri');
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Elige “Países” de la lista/);
  combobox(staged).focus();
  combobox(staged).select();
  await sendKeys({ type: 'perú' });
  combobox(staged).blur();
  await until(() => staged.root.querySelectorAll('.chip').length === 2);
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { countries: ['Chile', 'Perú'] });
});

test('several of many options: Enter adds what was typed and never submits, and says so in any language', async () => {
  const list = { type: 'array', title: 'Países', uniqueItems: true, items: { enum: COUNTRIES } };
  const staged = await open(
    formOf({ countries: list, name: text('Nombre') }, { required: ['name'] }),
  );
  combobox(staged).focus();
  // In full, up to the only match, in full with longer names, and already chosen; then other and no text.
  for (const typed of ['perú', 'urug', 'Chile', 'Chile', 'Perri', '']) {
    combobox(staged).value = '';
    if (typed !== '') await sendKeys({ type: typed });
    await sendKeys({ press: 'Enter' });
  }
  const chips = [...staged.root.querySelectorAll<HTMLElement>('.chip [translate]')];
  deepEqual(
    chips.map((chip) => chip.innerText),
    ['Chile', 'Perú', 'Uruguay'],
  );
  deepEqual(staged.detailsOf('precandidate-invalid'), []);
  equal(staged.focused, combobox(staged));
  match(staged.query('.multi > [aria-live]').textContent, /^Agregaste Chile/);
  staged.element.setAttribute('locale', 'en');
  await until(() => staged.query('.multi > [aria-live]').textContent === 'Added Chile');
});

test('a city typed before its list arrives becomes its code, also after a failed request', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  let requests = 0;
  onRequest('/locodes/', async ({ pass }) => {
    requests += 1;
    return requests === 1 ? unreachable() : arrived.then(pass);
  });
  // The pause before the second request.
  skipTimers(2_000);
  // No test before asks for the cities of Chile.
  const staged = await open({ ...CITY, country_code: 'CL' });
  combobox(staged).focus();
  await sendKeys({ type: 'valparaiso' });
  combobox(staged).blur();
  await until(() => requests > 1);
  arrive();
  await until(() => combobox(staged).value === 'Valparaíso');
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { city_locode: 'CL VAP' });
});

test('a submit waits for the list of cities, and sends the code of a typed name', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  onRequest('/locodes/', ({ pass }) => arrived.then(pass));
  // No other test asks for the cities of Ecuador.
  const schema = formOf({ city_locode: { type: 'string', pattern: '^EC[A-Z]{3}$' } });
  const staged = await open({ ...schema, country_code: 'EC' });
  combobox(staged).focus();
  await sendKeys({ type: 'quito' });
  staged.press('Enviar');
  equal(combobox(staged).ariaInvalid, null);
  arrive();
  deepEqual((await staged.received()).data, { city_locode: 'ECUIO' });
});

test('a submit does not wait long for a list that cannot be loaded', async () => {
  onRequest('/locodes/', unreachable);
  // The limit of the wait.
  skipTimers(8_000);
  // No other test asks for the cities of Bolivia.
  const schema = formOf({ city_locode: { type: 'string', pattern: '^BO[A-Z]{3}$' } });
  const staged = await open({ ...schema, country_code: 'BO' });
  combobox(staged).focus();
  await sendKeys({ type: 'La Paz' });
  staged.press('Enviar');
  await until(() => combobox(staged).ariaInvalid === 'true' && staged.element.state === 'ready');
  deepEqual(staged.detailsOf('precandidate-invalid').at(-1), {
    errors: [{ pointer: '/city_locode', keyword: 'pattern' }],
  });
  combobox(staged).select();
  await sendKeys({ type: 'BOLPB' });
  staged.press('Enviar');
  deepEqual((await staged.received()).data, { city_locode: 'BOLPB' });
});

test('suggestions are in the top layer, where nothing clips them', async () => {
  const staged = await open(CITY);
  staged.element.style.cssText = 'display: block; block-size: 12rem; overflow: hidden';
  await listed(staged);
  await sendKeys({ type: 'are' });
  const list = staged.query('[role=listbox]');
  ok(list.matches(':popover-open'));
  const [input, box] = [combobox(staged), list].map((each) => each.getBoundingClientRect());
  ok(Math.abs((input?.left ?? 0) - (box?.left ?? 0)) < 2);
  ok(Math.abs((input?.width ?? 0) - (box?.width ?? 0)) < 2);
  const { x, y, width, height } = staged.query('[role=option]').getBoundingClientRect();
  equal(
    staged.root.elementFromPoint(x + width / 2, y + height / 2)?.getAttribute('role'),
    'option',
  );
  combobox(staged).blur();
  ok(!list.matches(':popover-open'));
});

for (const [zoomed, zoom] of [
  [document.documentElement, '1.25'],
  [document.body, '0.8'],
] as const)
  test(`suggestions are at their input where CSS zooms ${zoomed.localName} by ${zoom}`, async () => {
    zoomed.style.setProperty('zoom', zoom);
    try {
      const staged = await open(CITY);
      await listed(staged);
      await sendKeys({ type: 'are' });
      const [input, box] = [combobox(staged), staged.query('[role=listbox]')].map((each) =>
        each.getBoundingClientRect(),
      );
      for (const side of ['left', 'width'] as const)
        ok(Math.abs((input?.[side] ?? 0) - (box?.[side] ?? 0)) < 2, side);
      const gap = (box?.top ?? 0) - (input?.bottom ?? 0);
      ok(gap >= 0 && gap < 8, `${gap} px below the input`);
    } finally {
      zoomed.style.removeProperty('zoom');
    }
  });

test('each list of suggestions has an id of its own, also after an entry is removed and another added', async () => {
  const trades = Array.from({ length: 20 }, (_, index) => `Trade ${index}`);
  const trade = { type: 'string', title: 'Trade', enum: trades };
  const items = { type: 'object', properties: { trade } };
  const jobs = { type: 'array', title: 'Jobs', items };
  const staged = await show({ locale: 'en', ...formOf({ jobs }) });
  const inputs = () => [...staged.root.querySelectorAll('[role=combobox]')];
  const add = async () => {
    const { length } = inputs();
    staged.query('[part=add]').click();
    await until(() => inputs().length === length + 1);
  };
  while (inputs().length < 3) await add();
  staged.query('[part=remove]').click();
  await add();
  for (const input of inputs()) {
    const list = staged.root.getElementById(input.getAttribute('aria-controls') ?? '');
    equal(list?.parentElement, input.parentElement);
  }
  const ids = [...staged.root.querySelectorAll('[id]')].map(({ id }) => id);
  equal(new Set(ids).size, ids.length);
});

test('the visible status of a list follows the language of the form', async () => {
  const enumOf = Array.from({ length: 20 }, (_, index) => `Trade ${index}`);
  const trade = { type: 'string', title: 'Trade', enum: enumOf };
  const staged = await show({ locale: 'es-PE', ...formOf({ trade }) });
  await until(() => staged.root.querySelector('[role=combobox]') !== null);
  combobox(staged).focus();
  await sendKeys({ type: 'xyz' });
  await staged.says(/No hay sugerencias/);
  staged.element.setAttribute('locale', 'en');
  await staged.says(/No suggestions/);
  ok(!staged.text.includes('No hay sugerencias'));
});
