import { sendKeys } from '@web/test-runner-commands';
import { deepEqual, equal, ok } from './stage/assert.ts';
import { loadWidget, stageCandidate, StagedElement, until } from './stage/candidate.ts';

const { fetch } = globalThis;
let staged: StagedElement;
/** Submits that reached the network. */
let submits: string[];
let isReachable: boolean;

suiteSetup(() => loadWidget());

setup(async () => {
  submits = [];
  isReachable = true;
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes('/submission/')) return fetch(input, init);
    if (!isReachable) throw new TypeError('Failed to fetch');
    submits.push(String(init?.body));
    return fetch(input, init);
  };
  const { token } = await stageCandidate({ pipeline_name: 'peru_basic' });
  staged = new StagedElement((element) => element.setAttribute('session', token));
  await staged.reaches('ready');
  staged.fill('Número de documento', '12345678');
  staged.fill('Ciudad', 'PE LIM');
});

teardown(() => {
  staged.element.remove();
  globalThis.fetch = fetch;
  setOnline(true);
});

function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

const retryButton = () => staged.query('[part=retry]');

test('offline: after the first key of an edit, only a new press submits', async () => {
  isReachable = false;
  setOnline(false);
  staged.press('Enviar');
  await staged.reaches('offline');
  await staged.says(/Se enviarán en cuanto vuelva la conexión/);
  staged.field('Número de documento').focus();
  await sendKeys({ press: '9' });
  await staged.says(/Envíalas cuando vuelva la conexión/);
  const live = staged.liveRegion;
  await until(() => live.textContent.includes('Envíalas cuando vuelva la conexión'));
  isReachable = true;
  setOnline(true);
  await staged.reaches('problem');
  document.dispatchEvent(new Event('visibilitychange'));
  await staged.updated();
  deepEqual(submits, []);
  retryButton().click();
  await staged.reaches('submitted');
  equal(submits.length, 1);
  ok(submits[0]?.includes('123456789'));
});

test('countdown: the first key of an edit ends it', async () => {
  isReachable = false;
  staged.press('Enviar');
  await staged.says(/Volveremos a intentar/);
  staged.field('Número de documento').focus();
  await sendKeys({ press: '9' });
  await staged.updated();
  ok(!/Volveremos a intentar/.test(staged.query('.notice').innerText));
  isReachable = true;
  setOnline(true);
  deepEqual(submits, []);
});

test('without an edit, the network coming back sends the data', async () => {
  isReachable = false;
  setOnline(false);
  staged.press('Enviar');
  await staged.reaches('offline');
  isReachable = true;
  setOnline(true);
  await staged.reaches('submitted');
  equal(submits.length, 1);
});

test('an automatic retry keeps the focused button and announces the problem once', async () => {
  isReachable = false;
  staged.press('Enviar');
  await staged.says(/No pudimos conectarnos/);
  const live = staged.liveRegion;
  ok(live.textContent.startsWith('No pudimos conectarnos'));
  const spoken: string[] = [];
  new MutationObserver(() => spoken.push(live.textContent)).observe(live, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  const button = retryButton();
  button.focus();
  let wasBusy = false;
  new MutationObserver(() => (wasBusy ||= button.ariaDisabled === 'true')).observe(button, {
    attributes: true,
  });
  setOnline(true);
  await until(() => wasBusy && button.ariaDisabled === null);
  equal(staged.focused, button);
  deepEqual(
    spoken.filter((text) => text !== ''),
    [],
  );
});

test('the confirmation is announced with its text while the heading has the focus', async () => {
  staged.field('Ciudad').focus();
  const live = staged.liveRegion;
  const spoken: string[] = [];
  new MutationObserver(() => live.textContent && spoken.push(live.textContent)).observe(live, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  staged.press('Enviar');
  await staged.reaches('submitted');
  equal(staged.focused, staged.query('.card .title'));
  await until(() => spoken.some((text) => text.includes('Tus datos quedaron confirmados')));
  ok(!live.textContent.includes('Revisando'));
});
