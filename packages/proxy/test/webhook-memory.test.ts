import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCommand } from './start-command.ts';
import { BACKEND_KEY, ORIGIN, WEBHOOK_SECRET } from './start-pair.ts';

const MB = 1024 * 1024;

/** A payload of nearly 8 MB. */
function largePayload(webhook_request_id: string, shape: 'texts' | 'brackets'): string {
  const rest = `"id":"p","webhook_request_id":"${webhook_request_id}"`;
  if (shape === 'brackets') return `{"reports":[${'[],'.repeat(2_600_000)}0],${rest}}`;
  const reports = Array.from({ length: 38 }, (_, index) => [
    `r${index}`,
    { state: 'x'.repeat(200_000) },
  ]);
  return `{"reports":${JSON.stringify(Object.fromEntries(reports))},${rest}}`;
}

test(
  'a webhook takes less than four times its size in memory, also four at once',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'proxy-memory-'));
    const { child, ready } = startCommand({
      UPSTREAM_URL: 'http://127.0.0.1:9/v3',
      UPSTREAM_API_KEY: 'the-api-key',
      BACKEND_KEYS: BACKEND_KEY,
      SESSION_SECRETS: 'session-secret-0123456789-0123456789',
      ALLOWED_ORIGINS: ORIGIN,
      WEBHOOK_SECRETS: WEBHOOK_SECRET,
      DATA_DIR,
      PORT: '0',
      LOG_LEVEL: 'warn',
      // As in `deploy/`.
      NODE_OPTIONS: '--max-semi-space-size=8',
    });
    t.after(async () => {
      child.kill('SIGKILL');
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    const url = await ready;
    const post = async (body: string) => {
      const response = await fetch(`${url}/webhooks/person-completed`, {
        method: 'POST',
        headers: { 'x-webhook-secret': WEBHOOK_SECRET },
        body,
      });
      assert.equal(response.status, 200);
    };
    const memory = async (name: 'VmRSS' | 'VmHWM') => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
    };
    // The first ones also load code, and grow the database's cache and V8's young generation.
    for (const round of [1, 2, 3]) await post(largePayload(`warm-up-${round}`, 'texts'));

    for (const [shape, count] of [
      ['texts', 1],
      ['texts', 4],
      ['brackets', 1],
    ] as const) {
      const bodies = Array.from({ length: count }, (_, index) =>
        largePayload(`${shape}-${count}-${index}`, shape),
      );
      const size = bodies.reduce((sum, body) => sum + body.length, 0);
      assert.ok(size > 7 * MB * count);
      // Resets the peak.
      await writeFile(`/proc/${child.pid}/clear_refs`, '5');
      const before = await memory('VmRSS');
      await Promise.all(bodies.map(post));
      const times = ((await memory('VmHWM')) - before) / size;
      t.diagnostic(`${count} of ${shape}: ${times.toFixed(1)} times their size`);
      assert.ok(times < 4, `${count} of ${shape}: ${times.toFixed(1)} times their size`);
    }
  },
);
