import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap, Session } from 'precandidate-contract';
import { chooseLocale } from '../src/bootstrap/choose-locale.ts';
import { ORIGIN, startPair } from '../../../tests/stage/pair.ts';

test('takes the first tag with a supported language, and the region of the candidate', () => {
  assert.equal(chooseLocale([undefined, 'fr', 'pt-BR', 'en'], 'PE'), 'pt-BR');
  assert.equal(chooseLocale(['es'], 'PE'), 'es-PE');
  assert.equal(chooseLocale(['en-GB'], 'PE'), 'en-GB');
  // What else a tag says has no effect.
  assert.equal(chooseLocale(['es-PE-u-nu-arab'], 'PE'), 'es-PE');
  assert.equal(chooseLocale(['not a tag', 'pt'], null), 'pt');
});

test('without a supported tag, takes the main language of the country', () => {
  assert.equal(chooseLocale([], 'BR'), 'pt-BR');
  assert.equal(chooseLocale(['fr'], 'PE'), 'es-PE');
  assert.equal(chooseLocale([], 'XXX'), 'es');
  assert.equal(chooseLocale([], null), 'es');
});

test('the element’s locale comes before the session’s, and that before page and browser', async (t) => {
  const pair = await startPair(t);
  const { person_id, form_id } = await pair.candidate();
  const opened = async (granted: object, wanted: object) => {
    const body = { person_id, form_id, origin: ORIGIN, html: false, ...granted };
    const { token } = (await (await pair.backend('/sessions', { body })).json()) as Session;
    const response = await fetch(`${pair.url}/bootstrap`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ session: token, fields: false, ...wanted }),
    });
    return ((await response.json()) as Bootstrap).locale;
  };
  const languages = ['fr', 'en-GB', 'es'];
  assert.equal(await opened({ locale: 'pt' }, { locale: 'es', languages }), 'es-PE');
  assert.equal(await opened({ locale: 'pt' }, { locale: 'fr', languages }), 'pt-PE');
  assert.equal(await opened({ locale: 'pt-BR' }, { languages }), 'pt-BR');
  assert.equal(await opened({}, { languages }), 'en-GB');
  assert.equal(await opened({}, {}), 'es-PE');
});
