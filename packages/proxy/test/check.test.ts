import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { reasonOf } from '../src/cli/start-failure.ts';
import { ProblemError } from '../src/shared/problem-error.ts';
import { databaseBehindNetwork, emptyDatabase, POSTGRES } from './on-both-engines.ts';
import { envOf, runProxyCommand as run } from 'precandidate-testing/proxy-process.ts';
import { sharedPair, startPair } from 'precandidate-testing/pair.ts';
import { newFolder, serve } from 'precandidate-testing/resources.ts';
import wrongServices from './wrong-services.json' with { type: 'json' };

const pair = sharedPair();

test('check: everything in order, and the proxy may run meanwhile', async (t) => {
  const own = await startPair(t, { env: { DATA_DIR: await newFolder(t) } });
  const { code, output, lines } = await run(envOf(own), 'check');
  assert.equal(code, 0, output);
  const statuses = lines.map((line) => line.split(/ +/).slice(0, 2).join(' '));
  const things = 'node settings database service key clock relay public origins webhook backend';
  assert.deepEqual(
    statuses,
    things.split(' ').map((thing) => `ok ${thing}`),
  );
});

test('check: a front that hides the webhook and drops CORS headers', async (t) => {
  const PUBLIC_URL = await serve(t, (request, response) => {
    response.setHeader('content-type', 'text/javascript');
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

test('check: a reverse proxy that TRUST_PROXY does not name, and a PUBLIC_URL that leads elsewhere', async (t) => {
  const DATA_DIR = join(await newFolder(t), 'data');
  const page = await serve(t, (_, response) => {
    response.setHeader('content-type', 'text/html').end('Welcome');
  });
  for (const [PUBLIC_URL, fault] of [
    ['http://127.0.0.1:2', 'ECONNREFUSED'],
    [page, 'text/html is no script'],
  ] as const) {
    const { code, output } = await run({ ...envOf(pair), PUBLIC_URL, DATA_DIR }, 'check');
    assert.equal(code, 1);
    assert.match(output, /^\? +settings +TRUST_PROXY is missing/m);
    assert.match(
      output,
      new RegExp(`^✖ +public +PUBLIC_URL/widget\\.js cannot be loaded: ${fault}$`, 'm'),
    );
    assert.match(output, /^ok +database +sqlite: the proxy creates/m);
    assert.equal(existsSync(DATA_DIR), false);
  }
});

if (POSTGRES !== undefined) {
  test('check: a role that may not create tables or write, and a read-only database', async (t) => {
    const own = await startPair(t);
    const DATABASE_URL = await emptyDatabase();
    await own.restart({ DATABASE_URL });
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
      const { code, lines } = await run({ ...envOf(own), DATABASE_URL: url }, 'check');
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
    const absent = new URL(DATABASE_URL);
    absent.pathname = '/none';
    assert.match(await faultIn(absent.href), /does not exist \(SQLSTATE 3D000\)$/);
    await owner.query(`insert into migrations(number, version) values (99, '9.0.0')`);
    assert.match(await faultIn(DATABASE_URL), /The database needs version 9\.0\.0 of the proxy/);
    const latin = new URL(DATABASE_URL);
    latin.pathname = `/latin_${process.pid}`;
    await owner.query(
      `create database ${latin.pathname.slice(1)} encoding 'LATIN1' template template0`,
    );
    assert.match(
      await faultIn(latin.href),
      /the encoding LATIN1: create one with the encoding UTF8$/,
    );
    const start = await run({ ...envOf(own), DATABASE_URL: latin.href }, 'run');
    assert.match(start.output, /^The database has the encoding LATIN1/);
  });

  test('check: a Postgres that may lose acknowledged data after a power failure', async () => {
    const DATABASE_URL = await emptyDatabase();
    const { lines } = await run({ ...envOf(pair), DATABASE_URL }, 'check');
    // The Postgres of the tests is temporary and has fsync off.
    const risk = /^\? +database .* fsync is off: a power failure may lose acknowledged data$/;
    assert.match(lines.find((line) => line.includes(' database ')) ?? '', risk);
  });
}

test('check: the proxy that runs here was started with other back-end keys', async () => {
  const keysLine = async (changes: Record<string, string>) => {
    const { lines } = await run({ ...envOf(pair), ...changes }, 'check');
    return lines.find((line) => line.includes(' backend '));
  };
  assert.match((await keysLine({})) ?? '', /^ok /);
  const BACKEND_KEYS = 'another-key-0123456789-0123456789';
  assert.match((await keysLine({ BACKEND_KEYS })) ?? '', /^✖ .* refuses the first of BACKEND_KEYS/);
  assert.equal(await keysLine({ PORT: '9' }), undefined, 'no proxy runs there');
});

for (const { what, status, headers, body, line } of wrongServices)
  test(`check: a service that ${what}`, async (t) => {
    const origin = await serve(t, (_, response) => response.writeHead(status, headers).end(body));
    const { output } = await run({ ...envOf(pair), UPSTREAM_URL: `${origin}/v3` }, 'check');
    assert.match(output, new RegExp(line, 'm'));
    assert.doesNotMatch(output, /^ok +(service|key)/m);
  });

test('check: reports each fault, without the value of a setting', async () => {
  const bad = async (changes: Record<string, string>) => {
    const { code, lines, output } = await run({ ...envOf(pair), ...changes }, 'check');
    assert.equal(code, 1, output);
    assert.doesNotMatch(output, /marker|\bat .*:\d+/);
    const faults = lines.filter((line) => line.startsWith('✖'));
    return faults.map((line) => line.replace(/[✖ ]+/g, ' ')).join();
  };
  const DATABASE_URL = 'postgres://marker@127.0.0.1:9/x';
  assert.match(await bad({ UPSTREAM_API_KEY: 'marker-key' }), /^ key [^,]*$/);
  assert.match(await bad({ UPSTREAM_URL: 'http://127.0.0.1:9/v3' }), /^ service [^,]*$/);
  assert.match(await bad({ RELAY_URL: 'http://127.0.0.1:9/marker' }), /^ relay [^,]*$/);
  assert.match(await bad({ RELAY_ALLOW_PRIVATE: 'false' }), /^ relay [^,]*$/);
  assert.match(await bad({ DATABASE_URL }), /^ database The database .* \(ECONNREFUSED\)/);
  assert.equal(await bad({ DATA_DIR: '/dev/null/marker' }), ' database DATA_DIR is not a folder');
  assert.match(await bad({ PORT: 'marker', HOST: '' }), /^ settings PORT [^,]*$/);
});

// Folders cannot be made there, though the one above exists.
if (existsSync('/proc/self'))
  for (const command of ['run', 'check'])
    test(`${command}: a DATA_DIR that cannot be created`, async () => {
      const { code, output } = await run({ ...envOf(pair), DATA_DIR: '/proc/none/data' }, command);
      assert.match(output, /DATA_DIR cannot be created there: set it to a folder on a disk/);
      assert.equal(code, 1);
    });

test('check: a certificate file of DATABASE_URL that is not there', async () => {
  const DATABASE_URL = 'postgresql://127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/none.pem';
  const { output } = await run({ ...envOf(pair), DATABASE_URL }, 'check');
  assert.match(output, /database +The database cannot be used \(ENOENT\): .*sslrootcert/);
});

for (const [code, said] of [
  ['SELF_SIGNED_CERT_IN_CHAIN', /sslrootcert/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /sslrootcert/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /another host/],
  ['CERT_HAS_EXPIRED', /expired/],
  ['08P01', /PgBouncer.*pool_mode/],
  ['ENOENT', /sslrootcert.*cannot be read/],
  ['ECONNREFUSED', /no server responds/],
] as const)
  test(`says in its own words why a database cannot be used: ${code}`, () => {
    const reason = reasonOf(new ProblemError('database-unavailable', { code }));
    assert.match(reason, said);
    assert.match(reason, new RegExp(code));
  });

test('says that the disk is read-only, which is neither the user nor the port', () => {
  const reason = reasonOf(Object.assign(new Error('open'), { code: 'EROFS' }));
  assert.match(reason, /^DATA_DIR is on a read-only disk/);
});

if (POSTGRES !== undefined)
  test('check: a database without the TLS that DATABASE_URL requires', async (t) => {
    const { url } = await databaseBehindNetwork(t);
    const DATABASE_URL = `${url}?sslmode=verify-full`;
    const { lines } = await run({ ...envOf(pair), DATABASE_URL }, 'check');
    assert.match(lines.find((line) => line.includes('database')) ?? '', /^✖.*has no TLS/);
  });
