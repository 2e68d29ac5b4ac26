import { sendKeys } from '@web/test-runner-commands';
import { deepEqual, equal, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { fillPeru, show } from './stage/show.ts';

const { fetch } = globalThis;
let staged: StagedElement;
/** Submits that reached the network. */
let submits: string[];
let isReachable: boolean;

setup(async () => {
  submits = [];
  isReachable = true;
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes('/submission/')) return fetch(input, init);
    if (!isReachable) throw new TypeError('Failed to fetch');
    submits.push(String(init?.body));
    return fetch(input, init);
  };
  staged = await show(PERU);
  fillPeru(staged);
});

teardown(() => {
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
