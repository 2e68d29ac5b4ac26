import fc from 'fast-check';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { PATHS } from 'precandidate-contract';
import { dataFor, entered } from './data.ts';
import type { ExploredProcess } from './processes.ts';
import { ADDRESS_LIMIT, NAT_ADDRESS, ORIGIN } from './settings.ts';
import { AT, AT_TAB, runningProcess, somePage, stepKind, type AnyStepKind } from './step.ts';
import { violated } from './world.ts';

/** Of raw connections: the proxy ends them itself after longer. */
const HELD_MS = fc.constantFrom(500, 3_000);

/** Somebody behind the address of the candidates, or a peer that is slow, takes what is shared. */
export const STRANGER_STEPS: Readonly<Record<string, AnyStepKind>> = {
  guesses: stepKind({
    weight: 2,
    choices: fc.record({ ...AT, isMeanwhile: fc.boolean() }),
    find: runningProcess,
    words: (_, { name }) =>
      `a stranger with the candidates’ address tries ${ADDRESS_LIMIT + 20} tokens at process ${name}, each from another port`,
    async run(world, _, process) {
      let status = 0;
      for (let port = 0; port < ADDRESS_LIMIT + 20; port++) status = await guess(process, port);
      // 0: the process was stopped meanwhile.
      if (status === 429 || status === 0 || process.state !== 'up') return;
      violated(world, 'guesses of an address are limited', {
        expected: `429 after ${ADDRESS_LIMIT} guesses at process ${process.name}`,
        seen: String(status),
      });
    },
  }),

  withheld: stepKind({
    weight: 2,
    choices: fc.record({ ...AT_TAB, data: entered, ms: HELD_MS, count: fc.constantFrom(1, 8, 40) }),
    find: somePage,
    words: ({ count, ms }, { tab, process }) =>
      `${tab.name} withholds the last byte of ${count} submissions at process ${process.name} for ${ms} ms`,
    run(world, { data, ms, count }, { tab, process }) {
      const { form, marker } = tab.candidate;
      const body = Buffer.from(dataFor(tab.schema, data, marker));
      const head = [
        `POST ${PATHS.submission(form.person_id, form.form_id)} HTTP/1.1`,
        'host: x',
        `origin: ${ORIGIN}`,
        `authorization: Bearer ${tab.token}`,
        `idempotency-key: ${crypto.randomUUID()}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ];
      const bytes = Buffer.concat([
        Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
        body.subarray(0, -1),
      ]);
      for (let sent = 0; sent < count; sent++) world.background.push(hold(process, bytes, ms));
    },
  }),

  pipelined: stepKind({
    weight: 1,
    choices: fc.record({ ...AT, ms: HELD_MS, count: fc.constantFrom(2, 17, 400) }),
    find: runningProcess,
    words: ({ count, ms }, { name }) =>
      `20 connections send ${count} requests at once to process ${name}, and read nothing for ${ms} ms`,
    run(world, { ms, count }, process) {
      const bytes = Buffer.from('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count));
      for (let sent = 0; sent < 20; sent++) world.background.push(hold(process, bytes, ms));
    },
  }),
};

/** The status of a request with a token that the proxy did not sign; 0: no response. */
async function guess({ url }: ExploredProcess, port: number): Promise<number> {
  const none = '00000000-0000-0000-0000-000000000000';
  const headers = {
    authorization: 'Bearer guess',
    origin: ORIGIN,
    'x-forwarded-for': `${NAT_ADDRESS}:${20_000 + port}`,
  };
  try {
    const response = await fetch(url + PATHS.status(none, none), { headers });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Sends bytes, reads nothing, and ends the connection after `ms`. */
async function hold({ url }: ExploredProcess, bytes: Buffer, ms: number): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  socket.pause();
  socket.write(bytes);
  await Promise.race([pause(ms), once(socket, 'close')]);
  socket.destroy();
}
