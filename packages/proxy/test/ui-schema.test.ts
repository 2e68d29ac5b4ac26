import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bootstrap, type Session, UI_SCHEMA_BYTES } from 'precandidate-contract';
import { ORIGIN, sharedPair, startPair, type Form } from 'precandidate-testing/pair.ts';
import { assertProblem } from 'precandidate-testing/service.ts';

const pair = sharedPair();

const mint = ({ person_id, form_id }: Form, ui_schema: unknown, more: object = {}, at = pair) => {
  const session = { person_id, form_id, origin: ORIGIN, html: false, ui_schema, ...more };
  return at.backend('/sessions', { body: session });
};

async function opened(response: Response, at = pair): Promise<Bootstrap> {
  assert.equal(response.status, 201);
  const { token: session } = (await response.json()) as Session;
  return (await (await at.bootstrap({ session })).json()) as Bootstrap;
}

const TITLED = { document_id: { 'ui:title': 'DNI', 'ui:widget': 'password' }, 'ui:order': ['*'] };

test('opens the form of its session, and of no other, with the ui_schema', async () => {
  const ana = await pair.candidate();
  const plain = await opened(await mint(ana, undefined));
  const own = await opened(await mint(ana, TITLED));
  assert.deepEqual(own.ui_schema, TITLED);
  assert.ok(!('ui_schema' in plain));
  assert.deepEqual([own.schema, own.schema_etag], [plain.schema, plain.schema_etag]);
  assert.notEqual(own.fields?.fingerprint, plain.fields?.fingerprint);
});

test('a ui_schema and a prefill of one session both count', async () => {
  const ana = await pair.candidate();
  const prefill = { document_id: '70456123' };
  const { schema, ui_schema } = await opened(await mint(ana, TITLED, { prefill }));
  const fields = schema?.properties as Record<string, { default?: unknown }>;
  assert.equal(fields['document_id']?.default, '70456123');
  assert.deepEqual(ui_schema, TITLED);
});

test('refuses what the form does not have, with pointers into the ui_schema', async () => {
  const ana = await pair.candidate();
  const given = { nickname: { 'ui:title': 'Nick' }, document_id: { 'ui:widget': 'hidden' } };
  const { errors } = await assertProblem(await mint(ana, given), 'ui-schema-invalid');
  assert.deepEqual(
    errors?.map(({ pointer, keyword }) => `${keyword} ${pointer}`),
    ['additionalProperties /nickname', 'enum /document_id/ui:widget'],
  );
});

test('refuses more than 64 kB with the actual size, also while the service is away', async (t) => {
  const own = await startPair(t, { deadlineMs: 500 });
  const ana = await own.candidate();
  await own.fault({ kind: 'stall', times: 0 });
  const largest = { document_id: { 'ui:help': 'é' } };
  const room = UI_SCHEMA_BYTES - Buffer.byteLength(JSON.stringify(largest));
  largest.document_id['ui:help'] += 'x'.repeat(room);
  assert.equal((await mint(ana, largest, {}, own)).status, 201);
  largest.document_id['ui:help'] += 'x';
  const { errors } = await assertProblem(await mint(ana, largest, {}, own), 'ui-schema-invalid');
  assert.deepEqual(errors, [
    {
      pointer: '',
      keyword: 'maxBytes',
      detail: 'has 65537 bytes as JSON; at most 65536 are allowed',
    },
  ]);
});

test('refuses anything but an object', async () => {
  const ana = await pair.candidate();
  for (const given of [[], 'x', 1, true, null])
    await assertProblem(await mint(ana, given), 'invalid-request');
});

test('leaves out what does not fit when the form opens, if it could not be checked before', async () => {
  const ana = await pair.candidate();
  await pair.fault({ match: { path: '/schema/' }, kind: 'status', status: 503 });
  const response = await mint(ana, { ...TITLED, nickname: { 'ui:title': 'Nick' } });
  assert.deepEqual((await opened(response)).ui_schema, TITLED);
});

test('names stay with their options when the service changes these', async () => {
  const ana = await pair.candidateOf({ shift: { enum: ['night', 'day', 'late'] } });
  const before = { type: 'object', properties: { shift: { enum: ['day', 'night'] } } };
  await pair.fault({ match: { path: '/schema/' }, kind: 'status', status: 200, body: before });
  const names = { shift: { 'ui:enumNames': ['By day', 'By night'] } };
  const session = await mint(ana, names);
  // Another schema than the proxy knows: it reads the form again.
  await ana.submit({ shift: 'none' }, undefined, { 'precandidate-schema': '"other"' });
  const { ui_schema } = await opened(session);
  assert.deepEqual(ui_schema, {
    shift: { 'ui:enumNames': { day: 'By day', night: 'By night' } },
  });
});

test('sends and validates the same data with and without a ui_schema', async () => {
  const ana = await pair.candidate();
  const given = { document_id: { 'ui:placeholder': '1', 'ui:enumNames': undefined } };
  const own = await pair.session(ana, { origin: ORIGIN, ui_schema: given });
  await assertProblem(await own.submit({ city_locode: 'PE LIM' }), 'validation-failed');
  assert.ok((await own.submit({ document_id: '12345678', city_locode: 'PE LIM' })).ok);
});

test('keeps no text of a ui_schema readable in the token or the database', async (t) => {
  const own = await startPair(t);
  const ana = await own.candidate();
  const response = await mint(ana, { document_id: { 'ui:title': 'A secret title' } }, {}, own);
  const { token } = (await response.json()) as Session;
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  assert.doesNotMatch(claims, /secret/);
  assert.match(claims, /"has_data":true/);
});
