import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PersonCompleted, Problem, Snapshot } from 'precandidate-contract';
import { Webhook } from 'standardwebhooks';
import { ENGINES } from './on-both-engines.ts';
import { readStream } from '../../../tests/stage/read-stream.ts';
import { RELAY_SECRET, sharedPair } from '../../../tests/stage/pair.ts';

const PERU = { document_id: '44556677', city_locode: 'PE LIM' };
const STREAM = { headers: { accept: 'text/event-stream' } };

for (const [engine, database] of Object.entries(ENGINES))
  describe(engine, () => {
    const pair = sharedPair(async () => ({ env: await database(), report_delay_ms: 10 }));
    test(`a candidate fills the form in and the service confirms it`, async () => {
      const ana = await pair.candidate();

      const before = (await (await ana.browse('status')).json()) as Snapshot;
      assert.equal(before.precandidate_status, 'CREATED');
      assert.equal(before.state, 'open');

      const stream = await ana.browse('status', STREAM);
      assert.equal(stream.headers.get('content-type'), 'text/event-stream');
      const confirmed = readStream(stream, ({ state }) => state === 'submitted');

      const answer = await ana.submit(PERU);
      assert.equal(answer.status, 200);
      const sent = (await answer.json()) as Snapshot;
      assert.ok(['sent', 'submitted'].includes(sent.state));
      assert.ok(sent.revision > before.revision);

      const snapshots = await confirmed;
      const last = snapshots.at(-1);
      assert.equal(last?.precandidate_status, 'SUBMITTED');
      assert.equal(last?.by, 'form');
      const revisions = snapshots.map(({ revision }) => revision);
      assert.deepEqual(
        revisions,
        [...revisions].sort((a, b) => a - b),
      );

      const kept = (await pair.control(`/_control/precandidates/${ana.form_id}`)) as object;
      assert.match(JSON.stringify(kept), /44556677/);
    });

    test(`notifies the back end with a signature that the official library verifies`, async () => {
      const ana = await pair.candidate();
      await ana.submit(PERU);
      const { headers, text } = await pair.receiver.next(
        ({ event: { type, data } }) =>
          type === 'precandidate.submitted' && data.precandidate_id === ana.form_id,
      );
      new Webhook(RELAY_SECRET).verify(text, headers as Record<string, string>);
    });

    test(`rejects empty required fields before it sends anything`, async () => {
      const ana = await pair.candidate();
      const answer = await ana.submit({ city_locode: 'PE LIM' });
      assert.equal(answer.status, 422);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
      const problem = (await answer.json()) as Problem;
      assert.equal(problem.title, 'Validation failed');
      assert.deepEqual(
        problem.errors?.map(({ pointer, keyword }) => [pointer, keyword]),
        [['/document_id', 'required']],
      );
      assert.equal((await ana.submit(PERU)).status, 200, 'and a correction is taken');
    });

    test(`collected by phone: submitted, by elsewhere`, async () => {
      const ana = await pair.candidate();
      const stream = await ana.browse('status', STREAM);
      await pair.control(`/calls/${ana.form_id}`, {});
      const snapshots = await readStream(stream, ({ state }) => state === 'submitted');
      assert.equal(snapshots.at(-1)?.by, 'elsewhere');
      const late = await ana.submit(PERU);
      assert.equal(late.status, 409);
      assert.equal(((await late.json()) as Problem).title, 'This form was already submitted');
    });

    test(`passes an unknown status on and changes nothing else`, async () => {
      const ana = await pair.candidate();
      const stream = await ana.browse('status', STREAM);
      const path = `/_control/precandidates/${ana.form_id}/status`;
      await pair.control(path, { precandidate_status: 'UNDER_REVIEW' });
      const snapshots = await readStream(
        stream,
        (one) => one.precandidate_status === 'UNDER_REVIEW',
      );
      assert.equal(snapshots.at(-1)?.state, 'open');
      const { event } = await pair.receiver.next(
        (one) =>
          one.event.type === 'precandidate.status_changed' &&
          one.event.data.precandidate_id === ana.form_id,
      );
      assert.ok(event.type === 'precandidate.status_changed');
      assert.equal(event.data.precandidate_status, 'UNDER_REVIEW');
    });

    test(`creates a person with our webhook and relays the whole completion`, async () => {
      const created = await pair.backend('/pe/persons', {
        body: {
          document_id: '44556677',
          pipeline: { name: 'peru_basic' },
          custom_data: { job: 7 },
        },
      });
      assert.ok(created.ok, await created.clone().text());
      const { event } = await pair.receiver.next((one) => one.event.type === 'person.completed');
      assert.ok(event.type === 'person.completed');
      const payload: PersonCompleted = event.data;
      assert.deepEqual(payload.custom_data, { job: 7 });
      assert.ok(payload.reports, 'details are asked for');
      const status = await pair.backend(`/PE/persons/${payload.id}/status`);
      assert.equal(status.status, 200);
      assert.equal((await pair.backend(`/pe/reports/${payload.id}`)).status, 200);
    });
  });
