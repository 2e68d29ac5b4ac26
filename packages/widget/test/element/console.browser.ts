import { deepEqual, match } from './stage/assert.ts';
import { stageCandidate, type StagedElement, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { fillPeru, onRequest, place, setOnline, show, unreachable } from './stage/show.ts';

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
  const reconnect = onRequest('/', unreachable);
  setOnline(false);
  form.press('Enviar');
  await form.reaches('offline');
  reconnect();
  setOnline(true);
  await form.reaches('submitted');
  deepEqual(logged, []);
});

const UNAVAILABLE = /Este formulario no está disponible\s+El problema es nuestro/;

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

test('warns of attributes and message keys that it does not know', async () => {
  await show(PERU, (element) => {
    element.setAttribute('sessionurl', '/session');
    element.messages = {
      es: { submit: 'Mandar', submitt: 'x', states: { sendt: 'y' }, fields: { any: {} } },
    } as never;
  });
  await until(() => logged.length === 3);
  match(logged.join(), /the attribute sessionurl\. Did you mean session-url\?/);
  const keys = logged.flatMap((text) => /the message (\S+)\./.exec(text)?.[1] ?? []);
  deepEqual(keys, ['es.submitt', 'es.states.sendt']);
});

test('names messages of a wrong type, and shows the form all the same', async () => {
  const answer = { type: 'string', title: '¿Tienes licencia?', enum: ['yes', 'no'] };
  const form = await show(
    { form_schema: { type: 'object', properties: { answer } } },
    (element) => {
      element.messages = {
        es: { choices: { no: false }, fields: { answer: 'Licencia' }, submit: 7, states: [] },
      } as never;
    },
  );
  await until(() => logged.length === 4);
  match(logged.join('\n'), /ignores es\.choices\.no, which is the boolean false\..*quotes/);
  match(form.text, /¿Tienes licencia\?/);
  form.element.messages = 7 as never;
  await until(() => logged.length === 5);
  match(logged.at(-1) ?? '', /ignores messages, which is the number 7\./);
  match(form.text, /¿Tienes licencia\?/);
});

test('names what a self-closing tag has swallowed', async () => {
  await show(PERU, (element) => element.append(document.createElement('footer')));
  await until(() => logged.length === 1);
  match(
    logged[0] ?? '',
    /contains <footer>, which is not shown\. Close it with <\/precandidate-form>/,
  );
});
