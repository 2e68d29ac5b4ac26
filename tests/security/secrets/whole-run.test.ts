import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRun } from './open-run.ts';
import {
  CREATION,
  CUSTOM_DATA,
  PREFILL,
  findSecrets,
  keptSecrets,
  typedSecrets,
  type Secret,
} from './secret.ts';
import { fillDisk, misplaceSecrets, readFiles, sendCompletions } from './strange-requests.ts';
import { walkThrough } from './walk-through.ts';

/** The session token as a whole, and its signature. */
const tokenSecrets = (token: string): Secret[] =>
  [token, token.split('.')[2] ?? ''].map((text) => ({
    name: 'session token',
    text,
    meant_for: ['mint'],
  }));

test('no output of a whole run contains a key, a secret, a token, or an entered value', async (t) => {
  const run = await openRun(t);
  const { tokens, draft_keys } = await walkThrough(run);
  await misplaceSecrets(run, tokens[0] ?? '');
  await sendCompletions(run);
  await readFiles(run);

  const names = await readdir(run.data_dir);
  const files = await Promise.all(
    names.map(async (name) => ({
      place: `database ${name}`,
      text: await readFile(join(run.data_dir, name), 'latin1'),
    })),
  );
  assert.ok(names.includes('precandidate.db'));
  await fillDisk(run, tokens[0] ?? '');
  assert.equal(await run.stop(), 0);

  const outputs = [
    ...run.outputs,
    ...run.events(),
    run.spans(),
    ...files,
    { place: 'log', text: run.log() },
  ];
  const secrets: Secret[] = [
    ...keptSecrets(),
    ...typedSecrets(),
    ...tokens.flatMap(tokenSecrets),
    ...draft_keys.map((text) => ({ name: 'draft key', text, meant_for: ['bootstrap'] })),
    {
      name: 'prefill',
      text: PREFILL.last_employer,
      meant_for: ['schema of the session', 'bootstrap of the session'],
    },
    ...Object.entries(CREATION).map(([name, text]) => ({
      name: `${name} of the creation`,
      text,
      meant_for: ['relayed'],
    })),
    // The completion webhook is kept and relayed whole: see docs/trust/data.md.
    { name: 'custom_data', text: CUSTOM_DATA, meant_for: ['database', 'event', 'relayed'] },
  ];
  assert.deepEqual(findSecrets(secrets, outputs), []);

  const places = outputs.map(({ place }) => place).join('\n');
  for (const seen of [
    /^mint 201$/m,
    /^schema of the session 200$/m,
    /^bootstrap of the session 200$/m,
    /^stream 200$/m,
    /^submission 422$/m,
    /^submission 202$/m,
    /^submission 200$/m,
    /^webhook on a full disk 503$/m,
    /^\/readyz on a full disk 503$/m,
    /^metrics 200$/m,
    /^event person\.completed$/m,
    /^event precandidate\.submitted$/m,
    /^spans$/m,
    /^file .*element/m,
    /^database precandidate\.db-wal$/m,
  ])
    assert.match(places, seen);
  const spans = /form POST.*relay POST|relay POST.*form POST/s;
  assert.match(run.spans().text, spans, 'and all kinds of them');
  assert.match(
    run.log(),
    /"route":"\/precandidate\/:person_id\/submission\/:form_id","status":202/,
  );
});
