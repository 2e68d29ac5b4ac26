import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemo } from 'precandidate-demo';
import { newCandidate } from 'precandidate-testing/demo.ts';
import { BUSY_MACHINE } from 'precandidate-testing/service.ts';
import { findSecrets, observe } from './secret.ts';

const MOST_PAGES = 300;

test('no page or file of the portal contains a key or a secret', async (t) => {
  const demo = await startDemo(undefined, { LOG_LEVEL: 'silent' }, BUSY_MACHINE);
  t.after(() => demo.close());
  const { portal, proxy, sandbox } = demo;
  for (const pipeline of ['peru_basic', 'everything', 'reference_check'])
    await newCandidate(demo, pipeline);
  const { ask, outputs } = observe();

  const known = new Set([`${portal.url}/`, `${portal.url}/gallery`]);
  for (const address of known) {
    if (known.size > MOST_PAGES) break;
    const body = await ask(address, address, { headers: { accept: 'text/html,*/*' } });
    for (const [, link = ''] of body.matchAll(/(?:href|src|action|data-\w+)="([^"#]+)/g)) {
      const { origin, pathname, search } = new URL(link.replaceAll('&amp;', '&'), address);
      const isOurs = origin === portal.url || origin === proxy.url;
      const isStream = pathname.endsWith('/events') || pathname.endsWith('/live');
      // The docs show the sandbox's own key in their examples.
      const isDocs = pathname.startsWith('/docs/');
      if (isOurs && !isStream && !isDocs) known.add(origin + pathname + search);
    }
  }

  const kept = { api_key: sandbox.apiKey, ...demo.secrets };
  const secrets = Object.entries(kept).map(([name, text]) => ({ name, text, meant_for: [] }));
  assert.deepEqual(findSecrets(secrets, outputs), []);
  const pages = outputs.map(({ place }) => place).join('\n');
  for (const seen of [
    /\/base\.css 200$/m,
    /\/candidate\S* 200$/m,
    /\/widget\.js 200$/m,
    /\/gallery/,
  ])
    assert.match(pages, seen);
});
