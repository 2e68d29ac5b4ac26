import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bootstrap } from 'precandidate-contract';
import { createSealer } from '../src/shared/sealer.ts';
import { ENGINES } from './on-both-engines.ts';
import { SESSION_SECRET as OLD, startPair } from 'precandidate-testing/pair.ts';
import { envOf, runProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { FORM, PERU } from './submission-helpers.ts';

const NEW = 'a-newer-secret-0123456789-0123456789';

test('seals with the newest secret; each live secret opens, in its context only', async () => {
  const before = createSealer([OLD]);
  const during = createSealer([NEW, OLD]);
  const after = createSealer([NEW]);
  const old = await before.seal('ñ', 'form 1');
  const fresh = await during.seal('ñ', 'form 1');
  assert.equal((await during.open(old, 'form 1')).toString(), 'ñ');
  assert.equal((await after.open(fresh, 'form 1')).toString(), 'ñ');
  await assert.rejects(after.open(old, 'form 1'), /unknown secret/);
  await assert.rejects(before.open(fresh, 'form 1'), /unknown secret/);
  await assert.rejects(during.open(old, 'form 2'));
  for (const at of [0, 8, 20, old.length - 1]) {
    const changed = Buffer.from(old);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await assert.rejects(during.open(changed, 'form 1'));
  }
  assert.notDeepEqual(await during.seal('ñ', 'form 1'), fresh, 'a nonce is used once');
});

for (const [engine, database] of Object.entries(ENGINES))
  test(`${engine}: while a secret rotates, sessions, prefills, and draft keys of the old one hold`, async (t) => {
    const pair = await startPair(t, { env: await database(t) });
    const { token } = await pair.candidate(undefined, { prefill: { document_id: '12345678' } });
    const opened = async () => {
      const response = await pair.bootstrap({ session: token });
      if (!response.ok) return { status: response.status, keys: [] };
      const { schema, draft_keys } = (await response.json()) as Bootstrap;
      const field = schema?.properties['document_id'] as { default?: string };
      return { prefilled: field.default, keys: draft_keys };
    };
    const before = await opened();
    assert.equal(before.prefilled, '12345678');
    await pair.restart({ SESSION_SECRETS: `${NEW},${OLD}` });
    const during = await opened();
    assert.equal(during.prefilled, '12345678');
    assert.equal(during.keys.length, 2, 'the newest key comes first');
    assert.deepEqual(during.keys.slice(1), before.keys);
    await pair.restart({ SESSION_SECRETS: NEW });
    assert.equal((await opened()).status, 401);
  });

test('says that a removed secret is needed to send a submission again', async (t) => {
  const pair = await startPair(t, { env: { DATA_DIR: await newFolder(t) } });
  const { person_id, form_id, submit } = await pair.candidate();
  await pair.fault({ match: FORM, kind: 'status', status: 503, times: 0 });
  await submit(PERU);
  const form = `${person_id}/${form_id}`;
  const retry = () => runProxyCommand(envOf(pair), 'submissions', 'retry', form);
  await pair.restart({ SESSION_SECRETS: NEW });
  const { code, output } = await retry();
  assert.equal(code, 1);
  assert.match(
    output,
    /409: No stored submission .*\. No secret of SESSION_SECRETS opens it: add /,
  );
  await pair.restart({ SESSION_SECRETS: `${NEW},${OLD}` });
  assert.equal((await retry()).output, `${form}  will be sent again`);
});
