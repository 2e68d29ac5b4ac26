import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { proxySettings } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { createLogStream } from '../src/http/log-stream.ts';

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test('says how many lines were lost as soon as it can write again', () => {
  let written = '';
  const whole = (bytes: Buffer) => {
    written += bytes.toString();
    return bytes.length;
  };
  let write: (bytes: Buffer) => number = whole;
  const log = createLogStream((bytes) => write(bytes));
  log.write('first\n');
  log.flush();
  write = failing('ENOSPC');
  for (let count = 0; count < 3; count += 1) log.write('lost\n');
  log.flush();
  write = whole;
  log.write('again\n');
  log.write('and again\n');
  log.flush();
  const [first, notice = '', ...rest] = written.split('\n');
  assert.equal(first, 'first');
  const { level, msg } = JSON.parse(notice) as Record<string, unknown>;
  assert.deepEqual([level, msg], [40, 'the log could not be written: 3 lines are lost']);
  assert.deepEqual(rest, ['again', 'and again', '']);
});

test('writes the lines of one turn of the event loop together', async () => {
  const written: string[] = [];
  const log = createLogStream((bytes) => {
    written.push(bytes.toString());
    return bytes.length;
  });
  log.write('one\n');
  log.write('two\n');
  await nextTurn();
  log.write('three\n');
  await nextTurn();
  assert.deepEqual(written, ['one\ntwo\n', 'three\n']);
});

test('a line that was cut stands alone, and a slow reader gets every line', async () => {
  let written = '';
  let room = 4;
  const log = createLogStream((bytes) => {
    const part = bytes.subarray(0, room);
    room -= part.length;
    if (part.length === 0) failing('EAGAIN')();
    written += part.toString();
    return part.length;
  });
  for (const line of ['one\n', 'two\n', 'three\n']) {
    log.write(line);
    log.flush();
  }
  room = 1_000;
  await until(async () => written === 'one\ntwo\nthree\n');
});

test('a proxy whose log is on a full disk goes on', async (t) => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const full = openSync('/dev/full', 'w');
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const settings = proxySettings({ apiUrl: 'http://127.0.0.1:9/v3' });
  const proxy = spawn(process.execPath, ['--conditions=source', main], {
    env: { PATH: process.env['PATH'] ?? '', ...settings, PORT: String(port), LOG_LEVEL: 'info' },
    stdio: ['ignore', full, full],
  });
  t.after(async () => {
    if (proxy.exitCode !== null) return;
    proxy.kill();
    await once(proxy, 'exit');
  });
  const isUp = async () =>
    (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok;
  await until(async () => proxy.exitCode !== null || (await isUp()));
  for (let times = 0; times < 20; times += 1) assert.ok(await isUp(), `${proxy.exitCode}`);
  assert.equal(proxy.exitCode, null);
});
