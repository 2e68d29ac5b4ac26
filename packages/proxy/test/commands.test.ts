import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../src/cli/command-list.ts';
import { VERSION } from '../src/config/settings.ts';
import { emptyDatabase } from './empty-database.ts';
import { POSTGRES } from './on-both-engines.ts';
import { startCommand } from './start-command.ts';
import { BACKEND_KEY, type Pair, startPair, WEBHOOK_SECRET } from './start-pair.ts';

async function run(env: Record<string, string>, ...args: string[]) {
  const command = startCommand(env, args);
  command.ready.catch(() => undefined);
  const code = await command.ended;
  return { code, output: command.output().trim(), lines: command.output().trim().split('\n') };
}

/** As an operator calls them: with the settings of the running proxy. */
const envOf = (pair: Pair) => ({ ...pair.env, HOST: '127.0.0.1', PORT: new URL(pair.url).port });

const complete = (pair: Pair) =>
  fetch(`${pair.url}/webhooks/person-completed`, {
    method: 'POST',
    headers: { 'x-webhook-secret': WEBHOOK_SECRET },
    body: JSON.stringify({ webhook_request_id: 'w-1', id: 'person-1', status: 'PASSED' }),
  });

test('--help names every command, and each has its own', async () => {
  const { output } = await run({}, '--help');
  for (const name of Object.keys(COMMANDS)) {
    assert.match(output, new RegExp(`^ {2}${name} `, 'm'));
    const own = await run({}, name, '--help');
    assert.equal(own.code, 0);
    assert.match(own.output, /precandidate-proxy/);
  }
});

test('reports an unknown command or option in one line', async () => {
  const word = await run({}, 'serve');
  assert.deepEqual([word.code, word.lines.length], [1, 1]);
  assert.match(word.output, /^The commands are: run, check, /);
  const option = await run({}, 'deliveries', '--bogus');
  assert.equal(option.output, 'The options are: --state, --limit, --url, --help');
  const faulty = await run({}, 'deliveries');
  assert.match(faulty.output, /^Invalid settings:/);
  assert.equal((await run({}, 'run', 'twice')).code, 1);
});

test('check: everything in order, and the proxy may run meanwhile', async (t) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-check-'));
  const pair = await startPair(t, { env: { DATA_DIR } });
  t.after(() => rm(DATA_DIR, { recursive: true }));
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
    'ok versions',
  ]);
});

test('check: a front that hides the webhook, drops CORS headers, and mixes versions', async (t) => {
  const pair = await startPair(t);
  let requests = 0;
  const front = createServer((request, response) => {
    requests += 1;
    if (request.url === '/widget.js') response.end(`widget/0.${requests % 2}.9/element.js`);
    else response.writeHead(404).end();
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  t.after(() => front.close());
  const PUBLIC_URL = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
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
      `? versions processes run different versions: 0.0.9, 0.1.9, ${VERSION}`,
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

test('says which Node it needs on an older one', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '22.18.0' } })`;
  const command = startCommand(
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` },
    ['check'],
  );
  command.ready.catch(() => undefined);
  assert.equal(await command.ended, 1);
  const needed = 'precandidate-proxy needs Node 22.19 or newer; this is Node 22.18.0.';
  assert.equal(command.output().trim(), needed);
});

const postgres = POSTGRES;
if (postgres !== undefined)
  test('check: reports a Postgres that does not wait for the disk', async (t) => {
    const pair = await startPair(t);
    const DATABASE_URL = await emptyDatabase(postgres, 'check');
    // The Postgres of the tests is temporary and has fsync off.
    const { code, lines } = await run({ ...envOf(pair), DATABASE_URL }, 'check');
    assert.equal(code, 0);
    const line = lines.find((each) => /^\? +database/.test(each)) ?? '';
    assert.match(line, /fsync is off: a power failure may lose acknowledged data$/);
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

test('deliveries: listed, and sent again', async (t) => {
  const pair = await startPair(t);
  await complete(pair);
  await pair.receiver.next(({ text }) => text.includes('w-1'));
  const { code, output } = await run(envOf(pair), 'deliveries', 'list', '--limit', '5');
  assert.equal(code, 0, output);
  assert.match(
    output,
    /^\S+Z {2}(delivered|pending) {2}1 tries {2}\S+ {2}default {2}person\.completed {2}evt_\S+$/,
  );
  assert.doesNotMatch(output, /person-1/);
  const id = output.split('  ').at(-1) ?? '';
  const again = await run(envOf(pair), 'deliveries', 'replay', id);
  assert.equal(again.code, 0, again.output);
  await pair.receiver.next(() => pair.receiver.received.length === 2);
  const unknown = await run(envOf(pair), 'deliveries', 'replay', 'evt_none');
  assert.equal(unknown.output, 'The proxy responded 404: There is no such delivery');
  assert.equal(unknown.code, 1);
});

test('sessions revoke', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  const { person_id, form_id } = ana;
  const revoked = await run(
    envOf(pair),
    'sessions',
    'revoke',
    '--person',
    person_id,
    '--form',
    form_id,
  );
  assert.deepEqual([revoked.code, revoked.output], [0, 'revoked']);
  assert.equal((await ana.browse('schema')).status, 401);
  for (const args of [[], ['--person', person_id], ['--session', 's', '--form', form_id]])
    assert.equal((await run(envOf(pair), 'sessions', 'revoke', ...args)).code, 1);
});

test('without a proxy, a command reports the address that it tried', async (t) => {
  const pair = await startPair(t);
  const { code, output } = await run(envOf(pair), 'deliveries', '--url', 'http://127.0.0.1:9');
  assert.equal(code, 1);
  assert.equal(output, 'No proxy responds at http://127.0.0.1:9; set --url');
  assert.doesNotMatch(output, new RegExp(BACKEND_KEY));
});
