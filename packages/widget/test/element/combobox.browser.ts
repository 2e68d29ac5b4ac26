import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { loadWidget, stageCandidate, StagedElement, until } from './stage/candidate.ts';
import type { CandidateRequest } from './stage/start-stage.ts';

const shown: StagedElement[] = [];

suiteSetup(() => loadWidget());

teardown(() => {
  for (const staged of shown.splice(0)) staged.element.remove();
});

interface Shown {
  staged: StagedElement;
  /** What the service was sent. */
  kept: () => Promise<unknown>;
}

async function show(request: CandidateRequest, locale = 'es'): Promise<Shown> {
  const { token, record } = await stageCandidate(request);
  const staged = new StagedElement((element) => {
    element.setAttribute('session', token);
    element.setAttribute('locale', locale);
  });
  shown.push(staged);
  await staged.reaches('ready');
  await until(() => staged.root.querySelector('[role=combobox]') !== null);
  const kept = async () => {
    const path = `/stage/sandbox/_control/precandidates/${record.precandidate_id}`;
    return ((await (await fetch(path)).json()) as { data: unknown }).data;
  };
  return { staged, kept };
}

const one = (field: object) => ({
  form_schema: { type: 'object', properties: { city_locode: field }, required: ['city_locode'] },
});
const CITY = one({ type: 'string' });
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `Option ${letter}`);
const MANY = {
  form_schema: {
    type: 'object',
    properties: { pick: { type: 'string', title: 'Pick', enum: LETTERS } },
    required: ['pick'],
  },
};

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

for (const [locale, saying, send] of [
  ['es', /^\d+ sugerencias?$/, 'Enviar'],
  ['pt-BR', /^\d+ sugest(ão|ões)$/, 'Enviar'],
  ['en', /^\d+ suggestions?$/, 'Send'],
] as const)
  test(`${locale}: suggests cities while typing, announces their number, and sends the code`, async () => {
    const { staged, kept } = await show(CITY, locale);
    await listed(staged);
    await accessible(staged.element, 'closed');
    await sendKeys({ type: 'hua' });
    equal(options(staged)[0], 'Huacho');
    ok(options(staged).includes('Huánuco'));
    await until(() => saying.test(staged.query('.combobox .status').innerText));
    equal(combobox(staged).ariaExpanded, 'true');
    await accessible(staged.element, 'open');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'End' });
    equal(active(staged), options(staged).at(-1));
    await sendKeys({ press: 'Home' });
    equal(active(staged), 'Huacho');
    await sendKeys({ press: 'ArrowUp' });
    equal(active(staged), options(staged).at(-1), 'from the first to the last');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    equal(combobox(staged).value, 'Huacho');
    equal(options(staged).length, 0);
    equal(staged.element.state, 'ready', 'Enter chose, it did not send');
    staged.press(send);
    await staged.reaches('submitted');
    equal(JSON.stringify(await kept()), '{"city_locode":"PE HCO"}');
  });

test('a tap chooses a suggestion and keeps the on-screen keyboard open', async () => {
  const { staged } = await show(CITY);
  await listed(staged);
  await sendKeys({ type: 'are' });
  const { x, y, width, height } = staged.query('[role=option]').getBoundingClientRect();
  ok(height >= 44);
  await executeServerCommand('tap', { x: x + width / 2, y: y + height / 2 });
  await until(() => combobox(staged).value === 'Arequipa');
  equal(staged.focused, combobox(staged));
});

test('Escape closes only the list and keeps the text', async () => {
  const { staged } = await show(CITY);
  await listed(staged);
  await sendKeys({ type: 'lim' });
  let dispatched = 0;
  document.addEventListener('keydown', () => (dispatched += 1), { once: true });
  await sendKeys({ press: 'Escape' });
  equal(dispatched, 0);
  equal(options(staged).length, 0);
  equal(combobox(staged).value, 'lim');
});

test('sends any other text unchanged, and accepts a name alone', async () => {
  const { staged, kept } = await show(CITY);
  await listed(staged);
  await sendKeys({ type: 'Villa El Salvador' });
  staged.press('Enviar');
  await staged.reaches('submitted');
  equal(JSON.stringify(await kept()), '{"city_locode":"Villa El Salvador"}');
  const other = await show(one({ type: 'string', pattern: '^[A-Z]{5}$' }));
  await listed(other.staged);
  await sendKeys({ type: 'lima' });
  other.staged.press('Enviar');
  await other.staged.reaches('submitted');
  equal(JSON.stringify(await other.kept()), '{"city_locode":"PELIM"}');
});

test('shows a stored code by its name', async () => {
  const { staged } = await show({ pipeline_name: 'peru_basic', prefill: { city_locode: 'PELIM' } });
  await until(() => combobox(staged).value === 'Lima');
});

test('without a list of its country, a city is a plain input', async () => {
  const { staged, kept } = await show({ ...CITY, country_code: 'AR' });
  combobox(staged).focus();
  await sendKeys({ type: 'AR BUE' });
  equal(combobox(staged).ariaExpanded, 'false');
  await sendKeys({ press: 'Enter' });
  await staged.reaches('submitted');
  equal(JSON.stringify(await kept()), '{"city_locode":"AR BUE"}');
});

test('searches a long choice list; text that is no option is an error and stays', async () => {
  const { staged, kept } = await show(MANY);
  await accessible(staged.element, 'many');
  combobox(staged).focus();
  await sendKeys({ type: 'nothing' });
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Elige «Pick»/);
  equal(combobox(staged).value, 'nothing');
  combobox(staged).focus();
  combobox(staged).select();
  await sendKeys({ type: 'N Q' });
  equal(options(staged).join(), 'Option q');
  await sendKeys({ press: 'ArrowDown' });
  await sendKeys({ press: 'Tab' });
  staged.press('Enviar');
  await staged.reaches('submitted');
  equal(JSON.stringify(await kept()), '{"pick":"Option q"}');
});

const COUNTRIES = [
  'Afganistán',
  'Albania',
  'Alemania',
  'Bolivia',
  'Brasil',
  'Canadá',
  'Chile',
].concat([
  'Colombia',
  'Cuba',
  'Ecuador',
  'España',
  'Francia',
  'Italia',
  'México',
  'Perú',
  'Uruguay',
]);
const COUNTRY = {
  form_schema: {
    type: 'object',
    properties: { country: { type: 'string', title: 'País', enum: COUNTRIES } },
    required: ['country'],
  },
};

for (const [title, text, keys] of [
  ['in full, then Down and Enter', 'Perú', ['ArrowDown', 'Enter', 'Enter']],
  ['in full, then Up and Enter', 'peru', ['ArrowUp', 'Enter', 'Enter']],
  ['up to the only match, then Enter twice', 'per', ['Enter', 'Enter']],
  ['up to the only match, then Tab', 'per', ['Tab', 'Enter']],
] as const)
  test(`sends the option typed ${title}`, async () => {
    const { staged, kept } = await show(COUNTRY);
    combobox(staged).focus();
    await sendKeys({ type: text });
    for (const press of keys) await sendKeys({ press });
    await staged.reaches('submitted');
    equal(JSON.stringify(await kept()), '{"country":"Perú"}');
  });

test('a city typed in full is a suggestion that Down and Enter keep', async () => {
  const { staged, kept } = await show(CITY);
  await listed(staged);
  await sendKeys({ type: 'Lima' });
  await until(() => staged.query('.combobox .status').innerText !== '');
  match(staged.query('.combobox .status').innerText, /^\d+ sugerencias?$/);
  await sendKeys({ press: 'ArrowDown' });
  equal(active(staged), 'Lima');
  await sendKeys({ press: 'Enter' });
  equal(combobox(staged).value, 'Lima');
  staged.press('Enviar');
  await staged.reaches('submitted');
  equal(JSON.stringify(await kept()), '{"city_locode":"PE LIM"}');
});

test('Enter that takes the only match does not submit the form', async () => {
  const { staged } = await show(COUNTRY);
  combobox(staged).focus();
  await sendKeys({ type: 'per' });
  await sendKeys({ press: 'Enter' });
  equal(combobox(staged).value, 'Perú');
  deepEqual(staged.detailsOf('precandidate-submitting'), []);
});

test('text that matches nothing says so, and Down and Enter choose nothing', async () => {
  const { staged } = await show(COUNTRY);
  combobox(staged).focus();
  await sendKeys({ type: 'Perri' });
  const status = staged.query('.combobox .status');
  await until(() => status.innerText === 'No hay sugerencias');
  ok(status.checkVisibility() && status.getBoundingClientRect().width > 10);
  await sendKeys({ press: 'ArrowDown' });
  equal(options(staged).length, 0);
  await sendKeys({ press: 'Enter' });
  equal(combobox(staged).value, 'Perri');
  match(staged.query('.summary').innerText, /Elige «País» de la lista/);
});

test('several of many options: other text stays, is named, and is not sent', async () => {
  const list = { type: 'array', title: 'Países', uniqueItems: true, items: { enum: COUNTRIES } };
  const { staged, kept } = await show({
    form_schema: { type: 'object', properties: { countries: list } },
  });
  combobox(staged).focus();
  await sendKeys({ type: 'Chile' });
  combobox(staged).blur();
  await until(() => staged.root.querySelectorAll('.chip').length === 1);
  combobox(staged).focus();
  await sendKeys({ type: 'Perri' });
  combobox(staged).blur();
  await until(() => /Elige «Países» de la lista/.test(staged.query('.multi .warning').innerText));
  equal(combobox(staged).value, 'Perri');
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Elige «Países» de la lista/);
  combobox(staged).focus();
  combobox(staged).select();
  await sendKeys({ type: 'perú' });
  combobox(staged).blur();
  await until(() => staged.root.querySelectorAll('.chip').length === 2);
  staged.press('Enviar');
  await staged.reaches('submitted');
  equal(JSON.stringify(await kept()), '{"countries":["Chile","Perú"]}');
});

test('a city typed before its list arrives becomes its code, also after a failed request', async () => {
  const { fetch: original } = window;
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  let requests = 0;
  window.fetch = async (input, init) => {
    if (!String(input).includes('/locodes/')) return original(input, init);
    requests += 1;
    if (requests === 1) throw new TypeError('Failed to fetch');
    await arrived;
    return original(input, init);
  };
  try {
    // No test before asks for the cities of Chile.
    const { staged, kept } = await show({ ...CITY, country_code: 'CL' });
    combobox(staged).focus();
    await sendKeys({ type: 'valparaiso' });
    combobox(staged).blur();
    await until(() => requests > 1);
    arrive();
    await until(() => combobox(staged).value === 'Valparaíso');
    staged.press('Enviar');
    await staged.reaches('submitted');
    equal(JSON.stringify(await kept()), '{"city_locode":"CL VAP"}');
  } finally {
    window.fetch = original;
  }
});

test('suggestions are in the top layer, where nothing clips them', async () => {
  const { staged } = await show(CITY);
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

test('names the countries of a long list once, not at each change', async () => {
  const codes = 'AR BO BR CL CO CR CU DO EC SV GT HN MX NI PA PY PE PR UY VE US ES PT'.split(' ');
  const field = { type: 'string', title: 'País', enum: codes };
  const { staged } = await show({
    form_schema: { type: 'object', properties: { country: field } },
  });
  const { DisplayNames } = Intl;
  let made = 0;
  const Counted = new Proxy(DisplayNames, {
    construct(target, parameters: ConstructorParameters<typeof DisplayNames>) {
      made += 1;
      return new target(...parameters);
    },
  });
  Object.assign(Intl, { DisplayNames: Counted });
  try {
    staged.fill('País', 'Per');
    await until(() => staged.detailsOf('precandidate-change').length === 1);
    staged.fill('País', 'Perú');
    await until(() => staged.detailsOf('precandidate-change').length === 2);
  } finally {
    Object.assign(Intl, { DisplayNames });
  }
  equal(made, 0);
});
