import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COMMANDS } from '../src/cli/command-list.ts';
import { parseArguments, UsageError } from '../src/cli/command.ts';
import {
  envOf,
  runProxyCommand as run,
  startProxyCommand,
} from 'precandidate-testing/proxy-process.ts';
import { until } from 'precandidate-testing/until.ts';
import { serve } from 'precandidate-testing/resources.ts';
import { sharedPair, startPair } from 'precandidate-testing/pair.ts';
import { FORM, PERU } from './submission-helpers.ts';

const pair = sharedPair();

test('--help names every command, and each has its own', async () => {
  const { output } = await run({}, '--help');
  for (const name of Object.keys(COMMANDS)) {
    assert.match(output, new RegExp(`^ {2}${name} `, 'm'));
    const own = await run({}, name, '--help');
    assert.equal(own.code, 0);
    assert.match(own.output, /precandidate-proxy/);
  }
});

test('a command does not load the code of the server', async () => {
  const listing = new URL('list-packages.ts', import.meta.url).href;
  const packagesOf = async (...args: string[]) => {
    const { code, lines } = await run(
      { ...envOf(pair), NODE_OPTIONS: `--import=${listing}` },
      ...args,
    );
    assert.equal(code, 0, lines.join());
    return JSON.parse(lines.at(-1) ?? '') as string[];
  };
  const own = ['contract', 'ipaddr.js', 'proxy'];
  assert.deepEqual(await packagesOf('--help'), own);
  assert.deepEqual(await packagesOf('persons', '--help'), [...own, 'typebox']);
  assert.deepEqual(await packagesOf('deliveries', 'list'), [...own, 'typebox']);
  assert.deepEqual(await packagesOf('backup', '--help'), [...own, 'typebox']);
  assert.ok(!(await packagesOf('relay', 'test')).includes('fastify'));
  assert.ok(!(await packagesOf('check')).includes('fastify'));
});

test('reports an unknown command or option in one line', async () => {
  const word = await run({}, 'serve');
  assert.deepEqual([word.code, word.lines.length], [1, 1]);
  assert.match(word.output, /^The commands are: run, check, /);
  const option = await run({}, 'deliveries', '--bogus');
  assert.equal(
    option.output,
    'The options are: --state, --person, --since, --limit, --url, --json, --help',
  );
  const faulty = await run({}, 'deliveries');
  assert.match(faulty.output, /^Invalid settings:/);
  for (const command of ['run', 'check'])
    assert.match((await run({}, command, 'twice')).output, /^The options are: /);
});

test('says which Node it needs on an older one', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '22.18.0' } })`;
  const command = startProxyCommand(
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` },
    ['check'],
  );
  assert.equal(await command.ended, 1);
  const needed = 'precandidate-proxy needs Node 22.19 or newer; this is Node 22.18.0.';
  assert.equal(command.output().trim(), needed);
});

test('deliveries: listed, and sent again', async (t) => {
  const own = await startPair(t);
  const person = 'person-1';
  await own.webhook({ webhook_request_id: 'w-1', id: person, status: 'PASSED' });
  await own.receiver.next(({ text }) => text.includes('w-1'));
  const { code, output } = await run(envOf(own), 'deliveries', 'list', '--limit', '5');
  assert.equal(code, 0, output);
  assert.match(
    output,
    /^\S+Z {2}(delivered|pending) {2}1 send {2}\S+ {2}person\.completed {2}person-1\/- {2}evt_\S+$/,
  );
  const limited = await run(envOf(own), 'deliveries', 'list', '--limit', '1');
  assert.match(limited.output, /^These are the newest 1; there may be more, see --limit$/m);
  const id = output.split('  ').at(-1) ?? '';
  const again = await run(envOf(own), 'deliveries', 'replay', id);
  assert.equal(again.code, 0, again.output);
  await own.receiver.next(() => own.receiver.received.length === 2);
  const filters = ['--state', 'delivered', '--person', person, '--since', '2020-01-01'];
  await until(async () => (await run(envOf(own), 'deliveries', 'list', ...filters)).output !== '');
  for (const none of ['--since 2100-01-01', '--person person', '--state pending'])
    assert.equal((await run(envOf(own), 'deliveries', 'list', ...none.split(' '))).output, '');
  const bulk = await run(envOf(own), 'deliveries', 'replay', ...filters, '--json');
  assert.deepEqual(
    (JSON.parse(bulk.output) as { id: string }[]).map((each) => each.id),
    [id],
  );
  await own.receiver.next(() => own.receiver.received.length === 3);
  assert.equal((await run(envOf(own), 'deliveries', 'replay')).code, 1);
  const unknown = await run(envOf(own), 'deliveries', 'replay', id, 'evt_none');
  const none = 'evt_none  The proxy responded 404: There is no such delivery';
  assert.ok(unknown.lines.includes(none), unknown.output);
  const wrong = await run(envOf(own), 'deliveries', '--limit', '0', '--state', 'dead');
  assert.match(wrong.output, / shape; state must be equal to one of .*; limit must be >= 1$/);
  assert.equal(unknown.code, 1);
});

test('relay test sends one signed event and prints the response', async (t) => {
  const own = await startPair(t);
  const { code, output } = await run(envOf(own), 'relay', 'test');
  assert.deepEqual([code, output], [0, 'RELAY_URL accepted the event: 200']);
  const { text } = await own.receiver.next(() => true);
  assert.equal((JSON.parse(text) as { type: string }).type, 'test');
  const nowhere = await run({ ...envOf(own), RELAY_URL: 'http://127.0.0.1:9/' }, 'relay', 'test');
  assert.deepEqual(
    [nowhere.code, nowhere.output],
    [1, 'RELAY_URL cannot be reached: ECONNREFUSED'],
  );
});

test('sessions revoke', async () => {
  const ana = await pair.candidate();
  const { person_id, form_id } = ana;
  const form = ['--person', person_id, '--form', form_id];
  const revoked = await run(envOf(pair), 'sessions', 'revoke', ...form);
  assert.equal(
    revoked.output,
    `revoked, if there are any: all sessions of ${person_id}/${form_id}`,
  );
  assert.equal(revoked.code, 0);
  assert.equal((await ana.browse('schema')).status, 401);
  const bea = await pair.candidate();
  const one = await run(envOf(pair), 'sessions', 'revoke', '--session', bea.session_id);
  assert.deepEqual([one.code, one.output], [0, `revoked, if it existed: ${bea.session_id}`]);
  assert.equal((await bea.browse('schema')).status, 401);
  const typo = await run(envOf(pair), 'sessions', 'revoke', '--session', `${bea.session_id}0`);
  assert.match(typo.output, /^--session takes the session_id/);
  assert.equal(typo.code, 1);
  for (const args of [[], ['--person', person_id], ['--session', 's', '--form', form_id]])
    assert.equal((await run(envOf(pair), 'sessions', 'revoke', ...args)).code, 1);
});

test('without a proxy, or at another server, a command reports the address that it tried', async () => {
  const { code, output } = await run(envOf(pair), 'deliveries', '--url', 'http://127.0.0.1:9');
  assert.deepEqual([code, output], [1, 'No proxy responds at http://127.0.0.1:9; set --url']);
  for (const command of [
    'deliveries list',
    'deliveries replay evt_1',
    'submissions retry person/form',
    'persons forget person',
    'sessions revoke --person person --form form',
  ]) {
    const other = await run(envOf(pair), ...command.split(' '), '--url', pair.receiver.url);
    assert.equal(other.code, 1, command);
    assert.match(other.output, /^http:\S+ responded (200|405), but not as the proxy; set --url$/);
  }
});

test('a response that is cut short is reported in a sentence', async (t) => {
  const list = async (url: string) => {
    const { code, output } = await run(envOf(pair), 'submissions', 'list', '--url', url);
    assert.equal(code, 1);
    return output;
  };
  const cut = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{', () => response.destroy());
  });
  assert.equal(await list(cut), `The response of ${cut} was cut short`);
});

test('an answer that is not as the proxy describes it is reported in a sentence, whatever it contains', async (t) => {
  const other = { body: {} as unknown };
  const url = await serve(t, (_, response) => response.end(JSON.stringify(other.body)));
  const assertReported = async (command: string): Promise<void> => {
    const { code, output } = await run(envOf(pair), ...command.split(' '), '--url', url);
    assert.equal(output, `${url} responded 200, but not as the proxy; set --url`, command);
    assert.equal(code, 1);
  };
  other.body = { deliveries: [{}], submissions: [null], deleted: null, state: 1, id: null };
  await assertReported('deliveries list');
  await assertReported('deliveries replay evt_1');
  await assertReported('submissions list');
  await assertReported('submissions retry person/form');
  await assertReported('persons forget person');
  other.body = null;
  await assertReported('sessions revoke --person person --form form');
  other.body = { type: 'urn:precandidate:problem:x', errors: [{}] };
  await assertReported('submissions list');
});

test('arguments that would be ignored or misread are refused', async () => {
  const id = crypto.randomUUID();
  for (const [args, text] of [
    [`sessions revoke --session ${id} --session ${id}`, '--session is given more than once'],
    ['deliveries list --person a --person=b', '--person is given more than once'],
    ['deliveries list --url elsewhere', '--url must be an http(s) URL'],
    ['deliveries replay --state delivered --person=', '--person must not be empty'],
    [
      'deliveries list --url http://me:secret@127.0.0.1',
      '--url must have no credentials, query or fragment',
    ],
    ['deliveries replay evt_1 --state pending', 'Name events, or use filters to find them'],
    ['deliveries replay evt_1 --limit 5', 'Name events, or use filters to find them'],
    ['submissions retry person/form --state sent', 'retry takes forms and no filters'],
    [
      'sessions revoke --person é --form é',
      '--person and --form take the identifiers of the record',
    ],
    ['persons forget person ', 'An argument is empty'],
  ] as const) {
    const { code, output } = await run(envOf(pair), ...args.split(' '));
    assert.deepEqual([code, output], [1, text]);
  }
});

test('no command takes an empty value for an option', async () => {
  for (const { load } of Object.values(COMMANDS)) {
    const command = await load();
    for (const name of command.options ?? [])
      for (const args of [[`--${name}=`], [`--${name}`, '']])
        assert.throws(
          () => parseArguments(args, command),
          new UsageError(`--${name} must not be empty`),
        );
  }
});

test('submissions retry goes on after a form that the proxy does not know', async () => {
  const ana = await pair.candidate();
  await pair.fault({ match: FORM, kind: 'status', status: 503, times: 0 });
  await ana.submit(PERU);
  const form = `${ana.person_id}/${ana.form_id}`;
  const { code, lines } = await run(envOf(pair), 'submissions', 'retry', 'no/form', form);
  assert.equal(code, 1);
  assert.ok(lines.includes(`${form}  will be sent again`), lines.join());
  assert.match(lines.join(), /no\/form {2}The proxy responded 404: /);
});

/** Runs a command in a shell, which redirects its output. */
async function runRedirected(args: string, redirection: string) {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const line = `"${process.execPath}" --conditions=source "${main}" ${args} ${redirection}`;
  const env = { ...envOf(pair), PATH: process.env['PATH'] };
  return promisify(execFile)('sh', ['-c', line], { env });
}

test('a reader that stops early is no error', async () => {
  assert.equal((await runRedirected('check', '| true')).stderr, '');
});

test('an output that cannot be written is reported in a sentence', async () => {
  // A descriptor that is only open to read fails like a full disk.
  for (const args of ['--help', 'check'])
    await assert.rejects(runRedirected(args, '1</dev/null'), {
      code: 1,
      stderr: 'The output cannot be written: EBADF\n',
    });
  await assert.rejects(runRedirected('serve', '2</dev/null'), { code: 1, stdout: '' });
});
