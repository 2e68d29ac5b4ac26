import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import pg from 'pg';
import { openListener } from '../src/db/open-postgres.ts';
import { FormChanges } from '../src/forms/form-changes.ts';
import { FormStore } from '../src/forms/form-store.ts';
import { onBothEngines, POSTGRES } from './on-both-engines.ts';

const SEEN = {
  person_id: 'p',
  form_id: 'f',
  record: '{"a":1}',
  precandidate_status: 'CREATED',
  updated_at: null,
  submitted: false,
  requested_at: 1,
};
const onError = (error: unknown) => assert.fail(error as Error);

onBothEngines('changes', (db) => {
  test('does not miss a change between a read and the subscription', async () => {
    const forms = new FormStore(db());
    const changes = new FormChanges(db(), forms, onError);
    const read = await forms.observe(SEEN, 1);
    await forms.observe({ ...SEEN, record: '{"a":2}', requested_at: 2 }, 2);
    const received = await new Promise<number>((resolve) => {
      const unsubscribe = changes.subscribe('p', 'f', ({ revision }) => {
        unsubscribe();
        resolve(revision);
      });
    });
    assert.equal(received, (read?.revision ?? 0) + 1);
    assert.equal(changes.hasSubscribers('p'), false);
  });

  test('finds a change of another process without its notification', async (t) => {
    if (db().engine === 'sqlite') return t.skip('it has one process only');
    const forms = new FormStore(db());
    const silent = { ...db(), listen: async () => undefined };
    const changes = new FormChanges(silent, forms, onError, 20);
    await changes.start();
    t.after(() => changes.stop());
    const form = { ...SEEN, form_id: 'silent' };
    await forms.observe(form, 1);
    const received = new Promise<void>((resolve) => {
      changes.subscribe('p', 'silent', ({ revision }) => revision === 2 && resolve());
    });
    await forms.observe({ ...form, record: '{"a":2}', requested_at: 2 }, 2);
    await received;
  });
});

test(
  'a LISTEN connection that went silent is replaced',
  { skip: POSTGRES === undefined },
  async (t) => {
    const url = new URL(POSTGRES ?? '');
    const port = Number(url.port || 5432);
    const folder = url.searchParams.get('host');
    const target = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
    url.searchParams.delete('host');
    const sockets: Socket[] = [];
    const network = createServer((socket) => {
      const database = connect(target);
      sockets.push(socket, database);
      for (const one of [socket, database]) one.on('error', () => undefined);
      socket.on('data', (bytes) => database.write(bytes));
      database.on('data', (bytes) => socket.write(bytes));
    }).listen(0, '127.0.0.1');
    await once(network, 'listening');
    t.after(() => {
      network.close();
      for (const socket of sockets) socket.destroy();
    });
    url.host = `127.0.0.1:${(network.address() as AddressInfo).port}`;

    const payloads = Promise.withResolvers<string>();
    let gaps = 0;
    let onGap = (): void => undefined;
    const listener = await openListener(
      url.href,
      'silence',
      payloads.resolve,
      () => {
        gaps += 1;
        onGap();
      },
      { pingEveryMs: 50, pingTimeoutMs: 5_000 },
    );
    t.after(() => listener.close());
    const replaced = new Promise<void>((resolve) => (onGap = resolve));
    for (const socket of sockets) socket.removeAllListeners('data').resume();
    await replaced;
    assert.equal(gaps, 2);
    const sender = new pg.Client({ connectionString: POSTGRES });
    await sender.connect();
    await sender.query("select pg_notify('silence', 'heard')");
    await sender.end();
    assert.equal(await payloads.promise, 'heard');
  },
);
