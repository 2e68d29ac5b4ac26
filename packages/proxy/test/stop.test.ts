import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { startProxy } from 'precandidate-proxy';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { ORIGIN, startPair, WEBHOOK_SECRET } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { FORM, PERU, postsOf } from './submission-helpers.ts';
import { until } from 'precandidate-testing/until.ts';

/** Settings of a command with a database of its own. */
const settings = async (t: TestContext) => ({
  ...(await startPair(t)).env,
  DATA_DIR: await newFolder(t),
});

/** A client that is half-way through a request. */
async function halfRequest(url: string): Promise<Socket> {
  const slow = connect(Number(new URL(url).port), '127.0.0.1');
  slow.on('error', () => undefined);
  const head = `POST /webhooks/person-completed HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n`;
  const half = `${head}X-Webhook-Secret: ${WEBHOOK_SECRET}\r\n\r\n{"half`;
  await new Promise((resolve) => slow.write(half, resolve));
  return slow;
}

test('SIGTERM ends the command with 0, also while a client is half-way through a request', async (t) => {
  const env = await settings(t);
  const command = startProxyCommand(env);
  await halfRequest(await command.ready);
  command.child.kill('SIGTERM');
  assert.equal(await command.ended, 0, command.output());
});

test('a second signal ends the command at once', async (t) => {
  const { child, ready, ended } = startProxyCommand(await settings(t));
  const url = await ready;
  const slow = await halfRequest(url);
  t.after(() => slow.destroy());
  child.kill('SIGTERM');
  await until(() =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  child.kill('SIGTERM');
  assert.equal(await ended, 1);
});

test('a signal ends the command also while nobody reads its log', async (t) => {
  const { child, ready, kill } = startProxyCommand({ ...(await settings(t)), LOG_LEVEL: 'info' });
  t.after(() => kill());
  const url = await ready;
  child.stdout?.pause();
  const visit = () => fetch(`${url}/healthz`);
  for (let round = 0; round < 80; round += 1) await Promise.all(Array.from({ length: 50 }, visit));
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
});

test('while a request is in flight, a stopping process serves open connections and ends them', async (t) => {
  const pair = await startPair(t);
  const ana = await pair.candidate();
  await pair.fault({ match: FORM, kind: 'delay', delay_ms: 60_000, when: 'after' });
  const open = await openConnection(t, pair.url);
  const submit = ana.submit(PERU);
  await until(async () => (await postsOf(pair, ana)) > 0);
  const restarted = pair.restart();
  const path = `/precandidate/${ana.person_id}/status/${ana.form_id}`;
  const head = `authorization: Bearer ${ana.token}\r\norigin: ${ORIGIN}`;
  const answer = await open.send(`GET ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
  assert.match(answer, /^HTTP\/1.1 200 /);
  assert.match(answer, /\r\nconnection: close\r\n/i);
  // Lets the submission end.
  await pair.recover();
  assert.equal((await submit).status, 200);
  await restarted;
  assert.equal(await postsOf(pair, ana), 1);
});

test('a stopping process serves a request that comes on a connection that was idle', async (t) => {
  const pair = await startPair(t);
  const open = await openConnection(t, pair.url);
  const restarted = pair.restart();
  // The listener is closed by now; a reverse proxy still uses its connections.
  await assert.rejects(untilRefused(pair.url));
  const answer = await open.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(answer, /^HTTP\/1.1 200 /);
  assert.match(answer, /\r\nconnection: close\r\n/i);
  await restarted;
});

/** Rejects once no connection is accepted any more. */
async function untilRefused(url: string): Promise<never> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  }
}

/** A connection that has sent nothing yet. `send` resolves to everything that the server sends. */
async function openConnection(t: TestContext, url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return {
    send: async (request: string): Promise<string> => {
      socket.write(request);
      return textOf(socket);
    },
  };
}

test('SIGTERM during the start is not lost: as process 1 of a container, it would be ignored', async (t) => {
  const env = await settings(t);
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const command = startProxyCommand({ ...env, DATABASE_URL: `postgres://127.0.0.1:${port}/db` });
  const [socket] = (await connected) as [Socket];
  command.child.kill('SIGTERM');
  socket.destroy();
  assert.equal(await command.ended, 1);
  assert.match(command.output(), /The database cannot be used/);
});

/** The output of a command in which `code` runs once it is ready, and ends it. */
async function outputAfter(t: TestContext, code: string): Promise<string> {
  const preload = `process.on("SIGUSR2", () => { ${code}; })`;
  const command = startProxyCommand({
    ...(await settings(t)),
    NODE_OPTIONS: `--import data:text/javascript;base64,${btoa(preload)}`,
  });
  await command.ready;
  command.child.kill('SIGUSR2');
  assert.equal(await command.ended, 1);
  return command.output();
}

test('an unexpected error closes the proxy and is logged without its message, which may contain values', async (t) => {
  const output = await outputAfter(t, 'throw new Error("44556671")');
  assert.match(output, /"error":"Error".*"msg":"unexpected error"/);
  assert.doesNotMatch(output, /44556671/);
});

test('a second unexpected error at the same moment ends the command, and both are logged', async (t) => {
  const rejections = '[Error, TypeError].forEach((Kind) => Promise.reject(new Kind()))';
  const output = await outputAfter(t, rejections);
  for (const name of ['Error', 'TypeError']) assert.match(output, new RegExp(`"error":"${name}"`));
});

test('rejects a second process on one DATA_DIR in one sentence', async (t) => {
  const env = await settings(t);
  const first = await startProxy(env);
  t.after(() => first.close());
  const second = startProxyCommand(env);
  assert.equal(await second.ended, 1);
  assert.match(
    second.output(),
    /^The database cannot be used \(database is locked\): .*another process\s*$/,
  );
});
