import { accessible } from './stage/accessible.ts';
import { deepEqual, match } from './stage/assert.ts';
import { loadWidget, stageCandidate, StagedElement } from './stage/candidate.ts';

test('chunks that fail to come are asked for again: the element by itself, the form on request', async () => {
  await loadWidget('flakyUrl');
  const { token, proxyUrl } = await stageCandidate({ pipeline_name: 'peru_basic' });
  const staged = new StagedElement((element) => {
    element.setAttribute('session', token);
    element.setAttribute('proxy-url', proxyUrl);
  });
  await staged.reaches('problem');
  await staged.says(/No pudimos conectarnos/);
  deepEqual(
    staged.detailsOf('precandidate-problem').map(({ type, retryable }) => [type, retryable]),
    [['urn:precandidate:problem:proxy-unreachable', true]],
  );
  await accessible(staged.element, 'unreachable');
  staged.press('Intentar de nuevo');
  await staged.reaches('ready');
});

test('without what reads dates in parts, a date is one text that is understood', async () => {
  const properties = { dob: { type: 'string', format: 'date' } };
  const form_schema = { type: 'object', properties, required: ['dob'] };
  const { token, proxyUrl } = await stageCandidate({ form_schema });
  const staged = new StagedElement((element) => {
    element.setAttribute('session', token);
    element.setAttribute('proxy-url', proxyUrl);
  });
  await staged.reaches('ready');
  staged.fill('Fecha de nacimiento', '31/5');
  staged.press('Enviar');
  match(staged.query('.summary').innerText, /Ingresa tu fecha de nacimiento con día, mes y año/);
  staged.fill('Fecha de nacimiento', '31/5/1990');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('without what merges the parts of a schema there is no form, until it is asked for again', async () => {
  const part = (name: string) => ({ properties: { [name]: { type: 'string', title: name } } });
  const form_schema = { type: 'object', allOf: [part('Street'), part('City')] };
  const { token, proxyUrl } = await stageCandidate({ form_schema });
  const staged = new StagedElement((element) => {
    element.setAttribute('session', token);
    element.setAttribute('proxy-url', proxyUrl);
  });
  await staged.reaches('problem');
  staged.press('Intentar de nuevo');
  await staged.reaches('ready');
  staged.fill('Street', 'Larco');
  staged.fill('City', 'Lima');
  const { data } = await staged.submitted();
  deepEqual(data, { Street: 'Larco', City: 'Lima' });
});
