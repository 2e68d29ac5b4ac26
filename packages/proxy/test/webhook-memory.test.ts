import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { proxySettings, WEBHOOK_SECRET } from 'precandidate-testing/service.ts';

const MB = 1024 * 1024;

/** A payload of nearly 8 MB. */
function largePayload(webhook_request_id: string): string {
  const reports = Array.from({ length: 38 }, (_, index) => [
    `r${index}`,
    { state: 'x'.repeat(200_000) },
  ]);
  return JSON.stringify({ reports: Object.fromEntries(reports), id: 'p', webhook_request_id });
}

test(
  'a webhook takes less than six times its size in memory, also four at once',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const { pid, kill, ready } = startProxyCommand({
      ...proxySettings({ apiUrl: 'http://127.0.0.1:9/v3' }),
      DATA_DIR: await newFolder(t),
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: '--max-old-space-size=256',
    });
    t.after(() => kill());
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
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
    };
    /** By how much the process grows for these webhooks at once, in times their size. */
    const growth = async (bodies: string[]) => {
      const size = bodies.reduce((sum, body) => sum + body.length, 0);
      assert.ok(size > 7 * MB * bodies.length);
      // Resets the peak.
      await writeFile(`/proc/${pid}/clear_refs`, '5');
      const before = await memory('VmRSS');
      await Promise.all(bodies.map(post));
      return ((await memory('VmHWM')) - before) / size;
    };
    // The first one loads code.
    await post('{"webhook_request_id":"small"}');

    // The process has not grown yet: every copy counts.
    const fourAtOnce = await growth([1, 2, 3, 4].map((id) => largePayload(`four-${id}`)));
    t.diagnostic(`four at once: ${fourAtOnce.toFixed(1)} times their size`);
    assert.ok(fourAtOnce < 6, `${fourAtOnce.toFixed(1)} times their size`);

    const rounds = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push(await growth([largePayload(`one-${round}`)]));
    const median = rounds.sort((a, b) => a - b)[1] ?? NaN;
    t.diagnostic(`one: ${median.toFixed(1)} times its size, the median of three`);
    assert.ok(median < 6, `${median.toFixed(1)} times its size`);

    // Parsed, these would take hundreds of megabytes; relayed in base64, they are copied once more.
    const manyValues = `{"webhook_request_id":"brackets","reports":[${'[],'.repeat(2_600_000)}0]}`;
    const ofValues = await growth([manyValues]);
    t.diagnostic(`many values: ${ofValues.toFixed(1)} times their size`);
    assert.ok(ofValues < 12, `${ofValues.toFixed(1)} times their size`);
  },
);
