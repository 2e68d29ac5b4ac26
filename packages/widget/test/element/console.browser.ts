import { deepEqual, equal, match, ok } from './stage/assert.ts';
import { stageCandidate, StagedElement, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { afterTest, fillPeru, place, show } from './stage/show.ts';

let staged: StagedElement;
const logged: string[] = [];
const { error, warn } = console;

setup(() => {
  logged.length = 0;
  console.error = console.warn = (...texts: unknown[]) => {
    if (String(texts[0]).startsWith('<precandidate-form>')) logged.push(String(texts[0]));
  };
});

teardown(() => {
  Object.assign(console, { error, warn });
});

// The first test: nothing has loaded the texts of the console yet.
test('a press without a network is nothing for the developer', async () => {
  const form = await show();
  fillPeru(form);
  const { fetch } = globalThis;
  const setOnline = (onLine: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
    dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    globalThis.fetch = onLine ? fetch : () => Promise.reject(new TypeError('Failed to fetch'));
  };
  afterTest(() => setOnline(true));
  setOnline(false);
  form.press('Enviar');
  await form.reaches('offline');
  setOnline(true);
  await form.reaches('submitted');
  deepEqual(logged, []);
});

const UNAVAILABLE = /Este formulario no está disponible\s+El problema es nuestro/;

for (const [name, attributes, said] of [
  [
    'a placeholder that no template replaced',
    { session: '{{ token }}' },
    /session-invalid: The attribute session is the placeholder \{\{ token \}\}/,
  ],
  ['a token that is none', { session: 'garbage' }, /session-invalid: The session is not a token/],
  ['no session', {}, /session-missing: The element has no session, session-url, or fetchSession/],
  [
    'a misspelled attribute',
    { sessionurl: '/session' },
    /session-missing: .* Its attributes: .*sessionurl/,
  ],
] as const)
  test(`explains ${name} to the developer once, and not to the candidate`, async () => {
    staged = new StagedElement((element) => {
      element.locale = 'es';
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    });
    await staged.reaches('problem');
    equal(staged.detailsOf('precandidate-problem').length, 1);
    await until(() => logged.some((text) => said.test(text)));
    staged.element.locale = 'es-PE';
    await staged.updated();
    equal(logged.filter((text) => said.test(text)).length, 1);
    match(logged.join(), /https:\/\/github.com\/.*troubleshooting.md#/);
    await until(() => UNAVAILABLE.test(staged.text));
    if (name === 'a misspelled attribute')
      await until(() => logged.some((text) => /Did you mean session-url\?/.test(text)));
  });

test('explains an address that is not the proxy, and an address without a scheme', async () => {
  const candidate = await stageCandidate(PERU);
  staged = place(candidate, { locale: 'es', 'proxy-url': 'forms.example' });
  await staged.reaches('problem');
  await until(() => logged.some((text) => /proxy-unreachable/.test(text)));
  match(logged.join(), /proxy-url="forms.example" has no scheme/);
  match(logged.join(), /Write proxy-url="https:\/\/forms.example"/);
  ok(!logged.join().includes(candidate.token));
  await until(() => UNAVAILABLE.test(staged.text));
});

for (const wrong of ['https://', 'ftp://forms.example'])
  test(`a proxy-url like ${wrong} is one problem, until the page sets another`, async () => {
    const candidate = await stageCandidate(PERU);
    staged = place(candidate, { locale: 'es', 'proxy-url': wrong });
    await staged.reaches('problem');
    await staged.says(UNAVAILABLE);
    const types = staged.detailsOf('precandidate-problem').map(({ type }) => type);
    deepEqual(types, ['urn:precandidate:problem:proxy-url-invalid']);
    staged.element.setAttribute('proxy-url', candidate.proxyUrl);
    await staged.reaches('ready');
  });

test('warns of message keys that it does not know', async () => {
  await show(PERU, (element) => {
    element.messages = {
      es: { submit: 'Mandar', submitt: 'x', states: { sendt: 'y' }, fields: { any: {} } },
    } as never;
  });
  await until(() => logged.length === 2);
  deepEqual(
    logged.map((text) => /the message (\S+)\./.exec(text)?.[1]),
    ['es.submitt', 'es.states.sendt'],
  );
});
