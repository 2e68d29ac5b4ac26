import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import pg from 'pg';
import { VERSION } from '../src/config/settings.ts';
import { emptyDatabase, POSTGRES } from './on-both-engines.ts';
import { envOf, runProxyCommand as run } from '../../../tests/stage/proxy-process.ts';
import { startPair } from '../../../tests/stage/pair.ts';
import { newFolder, serve } from '../../../tests/stage/resources.ts';

test('check: everything in order, and the proxy may run meanwhile', async (t) => {
  const pair = await startPair(t, { env: { DATA_DIR: await newFolder(t) } });
  const { code, output, lines } = await run(envOf(pair), 'check');
  assert.equal(code, 0, output);
  const statuses = lines.map((line) => line.split(/ +/).slice(0, 2).join(' '));
  assert.deepEqual(statuses, [
    'ok node',
    'ok settings',
    'ok database',
    'ok service',
    'ok key',
    'ok clock',
    'ok relay',
    'ok public',
    'ok origins',
    'ok webhook',
  ]);
});

test('check: a front that hides the webhook and drops CORS headers', async (t) => {
  const pair = await startPair(t);
  const PUBLIC_URL = await serve(t, (request, response) => {
    response.writeHead(request.url === '/widget.js' ? 200 : 404).end();
  });
  const TRUST_PROXY = '127.0.0.1';
  const ALLOWED_ORIGINS = 'http://hr.example';
  const { code, lines } = await run(
    { ...envOf(pair), PUBLIC_URL, TRUST_PROXY, ALLOWED_ORIGINS },
    'check',
  );
  assert.equal(code, 1);
  const found = lines.filter((line) => !line.startsWith('ok'));
  assert.deepEqual(
    found.map((line) => line.replace(/ +/g, ' ')),
    [
      '? origins 1 of ALLOWED_ORIGINS use plain http',
      '✖ origins the proxy’s responses do not allow every one of ALLOWED_ORIGINS',
      '✖ webhook /webhooks/person-completed cannot be reached at PUBLIC_URL',
    ],
  );
});

test('check: a reverse proxy that TRUST_PROXY does not name, and a PUBLIC_URL that leads nowhere', async (t) => {
  const pair = await startPair(t);
  const env = { ...envOf(pair), PUBLIC_URL: 'http://127.0.0.1:2' };
  const { code, output } = await run(env, 'check');
  assert.equal(code, 1);
  assert.match(output, /^\? +settings +TRUST_PROXY is missing/m);
  assert.match(output, /^✖ +public +PUBLIC_URL\/widget\.js cannot be loaded: ECONNREFUSED$/m);
});

if (POSTGRES !== undefined) {
  test('check: reports a Postgres that does not wait for the disk', async (t) => {
    const pair = await startPair(t);
    const DATABASE_URL = await emptyDatabase();
    // The Postgres of the tests is temporary and has fsync off.
    const { code, lines } = await run({ ...envOf(pair), DATABASE_URL }, 'check');
    assert.equal(code, 0);
    const line = lines.find((each) => /^\? +database/.test(each)) ?? '';
    assert.match(line, /fsync is off: a power failure may lose acknowledged data$/);
  });

  test('check: a role that may not create tables or write, and a read-only database', async (t) => {
    const pair = await startPair(t);
    const DATABASE_URL = await emptyDatabase();
    await pair.restart({ DATABASE_URL });
    const owner = new pg.Client({ connectionString: DATABASE_URL });
    await owner.connect();
    const role = `clerk_${process.pid}`;
    await owner.query(`create role ${role} login; grant select on all tables in schema public to ${role};
      revoke create on schema public from public`);
    t.after(async () => {
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
    });
    const asRole = new URL(DATABASE_URL);
    asRole.username = role;
    const faultIn = async (url: string) => {
      const { code, lines } = await run({ ...envOf(pair), DATABASE_URL: url }, 'check');
      assert.equal(code, 1);
      return lines.find((line) => line.includes(' database ')) ?? '';
    };
    assert.match(await faultIn(asRole.href), /may not create tables/);
    await owner.query(`grant create on schema public to ${role}`);
    assert.match(
      await faultIn(asRole.href),
      /may not write to deliveries, forms, jobs, migrations$/,
    );
    const readOnly = new URL(DATABASE_URL);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    assert.match(await faultIn(readOnly.href), /postgres is read-only/);
  });

  test('check: secrets and versions of the processes on one database', async (t) => {
    const pair = await startPair(t);
    const DATABASE_URL = await emptyDatabase();
    await pair.restart({ DATABASE_URL });
    const found = async (changes: Record<string, string>) => {
      const { lines } = await run({ ...envOf(pair), DATABASE_URL, ...changes }, 'check');
      return lines.filter((line) => / (secrets|processes) /.test(line));
    };
    const all = [`ok  processes  1 on this database, all with version ${VERSION}`];
    assert.deepEqual(await found({}), all);
    const { SESSION_SECRETS = '', BACKEND_KEYS = '' } = pair.env;
    const other = 'another-secret-0123456789-0123456789';
    assert.deepEqual(await found({ SESSION_SECRETS: `${SESSION_SECRETS},${other}` }), [
      '?   secrets    SESSION_SECRETS differs from that of a running process, as during a rotation',
      ...all,
    ]);
    assert.deepEqual(await found({ SESSION_SECRETS: `${other},${SESSION_SECRETS}` }), [
      '✖   secrets    SESSION_SECRETS differs from that of a running process',
      ...all,
    ]);
    const [first = ''] = BACKEND_KEYS.split(',');
    assert.match(String(await found({ BACKEND_KEYS: first })), /^\? .*rotation/);
    assert.match(String(await found({ BACKEND_KEYS: other })), /^✖ .*BACKEND_KEYS differs/);
  });
}

const SERVICES: Record<string, { respond: RequestListener; line: RegExp }> = {
  redirects: {
    respond: (_request, response) =>
      response.writeHead(302, { location: 'https://login.example/?next=/v3' }).end(),
    line: /^✖ +service +it redirects to https:\/\/login\.example: /m,
  },
  'responds with 404 to everything': {
    respond: (_request, response) => response.writeHead(404).end('{"detail":"Not Found"}'),
    line: /^✖ +service +it responds with 404 to every path/m,
  },
  'responds with a page to everything': {
    respond: (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    line: /^✖ +service +it responds with text\/html, not with a JSON list/m,
  },
  'limits our requests': {
    respond: (_request, response) => response.writeHead(429).end('{}'),
    line: /^\? +service +it limits our requests \(429\)/m,
  },
  fails: {
    respond: (_request, response) => response.writeHead(500).end('{}'),
    line: /^✖ +service +it responds with 500/m,
  },
};

for (const [name, { respond, line }] of Object.entries(SERVICES))
  test(`check: a service that ${name}`, async (t) => {
    const pair = await startPair(t);
    const UPSTREAM_URL = `${await serve(t, respond)}/v3`;
    const { output } = await run({ ...envOf(pair), UPSTREAM_URL }, 'check');
    assert.match(output, line);
    assert.doesNotMatch(output, /^ok +(service|key)/m);
  });

test('check: reports each fault, without the value of a setting', async (t) => {
  const pair = await startPair(t);
  const bad = async (changes: Record<string, string>) => {
    const { code, lines, output } = await run({ ...envOf(pair), ...changes }, 'check');
    assert.equal(code, 1, output);
    assert.doesNotMatch(output, /marker|\bat .*:\d+/);
    return lines.filter((line) => line.startsWith('✖')).map((line) => line.split(/ +/)[1]);
  };
  assert.deepEqual(await bad({ UPSTREAM_API_KEY: 'marker-key' }), ['key']);
  assert.deepEqual(await bad({ UPSTREAM_URL: 'http://127.0.0.1:9/v3' }), ['service']);
  assert.deepEqual(await bad({ RELAY_URL: 'http://127.0.0.1:9/marker' }), ['relay']);
  assert.deepEqual(await bad({ RELAY_ALLOW_PRIVATE: 'false' }), ['relay']);
  assert.deepEqual(await bad({ DATABASE_URL: 'postgres://marker@127.0.0.1:9/x' }), ['database']);
  assert.deepEqual(await bad({ DATA_DIR: '/dev/null/marker' }), ['database']);
  assert.deepEqual(await bad({ PORT: 'marker', HOST: '' }), ['settings']);
  const refused = await run(
    { ...envOf(pair), DATABASE_URL: 'postgres://marker@127.0.0.1:9/x' },
    'check',
  );
  assert.match(refused.output, /^✖ +database +The database cannot be used \(ECONNREFUSED\)/m);
});
