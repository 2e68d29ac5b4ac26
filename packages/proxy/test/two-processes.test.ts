import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import { emptyDatabase } from './empty-database.ts';
import { readStream } from '../../../tests/stage/read-stream.ts';
import { ORIGIN, startPair } from '../../../tests/stage/pair.ts';

const postgres = process.env['TEST_DATABASE_URL'];
const PERU = { document_id: '44556677', city_locode: 'PE LIM' };

if (postgres !== undefined)
  test('two processes on one Postgres: a submission at one is streamed by the other and relayed once', async (t) => {
    const DATABASE_URL = await emptyDatabase(postgres, 'two');
    const pair = await startPair(t, { env: { DATABASE_URL, POLL_MAX_SECONDS: '5' } });
    const other = await startProxy({ ...pair.env, DATABASE_URL });
    t.after(() => other.close());

    const ana = await pair.candidate();
    const stream = await fetch(`${other.url}/precandidate/${ana.person_id}/status/${ana.form_id}`, {
      headers: {
        authorization: `Bearer ${ana.token}`,
        origin: ORIGIN,
        accept: 'text/event-stream',
      },
    });
    const seen = readStream(stream, ({ state }) => state === 'submitted');
    assert.equal((await ana.submit(PERU)).status, 200);
    assert.equal((await seen).at(-1)?.by, 'form');

    const isSubmitted = (type: string) => type === 'precandidate.submitted';
    await pair.receiver.next(({ event }) => isSubmitted(event.type));
    const relayed = pair.receiver.received.filter(({ event }) => isSubmitted(event.type));
    assert.equal(relayed.length, 1);
  });
