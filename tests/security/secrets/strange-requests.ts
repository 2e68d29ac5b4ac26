import { execFileSync } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { PATHS } from 'precandidate-contract';
import { ROOT } from 'precandidate-testing/repository.ts';
import { until } from 'precandidate-testing/until.ts';
import type { Run } from './open-run.ts';
import { CUSTOM_DATA, KEPT, TYPED } from './secret.ts';
import { askAsBackend, askAsBrowser } from './walk-through.ts';

const FOLDER = join(ROOT, 'packages/widget/dist/browser');

/** Keys, tokens, and input in wrong places. */
export async function misplaceSecrets(run: Run, token: string): Promise<void> {
  const things = [...Object.values(KEPT), token, TYPED.full_name, TYPED.address.street];
  for (const thing of things) {
    const safe = encodeURIComponent(thing);
    for (const path of [
      `/${safe}`,
      `/precandidate/${safe}`,
      `/pe/reports/${safe}`,
      `/${safe}/persons/p/status`,
      `/deliveries?state=${safe}&limit=${safe}`,
      `/widget/${safe}`,
      `/locodes/${safe}.json`,
      `/precandidate/p/schema/f?token=${safe}`,
      `/precandidate/%zz${safe}`,
    ])
      await askAsBackend(run, 'misplaced in a path', path);
    for (const body of [
      { [thing]: thing },
      { person_id: thing, form_id: thing, origin: thing, locale: thing },
      { session_id: thing, person_id: thing },
      thing,
    ])
      for (const path of [PATHS.sessions, PATHS.revokeSessions, PATHS.bootstrap])
        await askAsBackend(run, 'misplaced in a body', path, body);
    const header = Buffer.from(thing).toString('latin1');
    for (const name of ['origin', 'x-request-id', 'idempotency-key', 'x-webhook-secret', 'prefer'])
      await run.ask('misplaced in a header', run.url + PATHS.schema('p', 'f'), {
        headers: { [name]: header, authorization: `Bearer ${encodeURIComponent(thing)}` },
      });
  }
  await run.ask('misplaced in what is no JSON', run.url + PATHS.sessions, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEPT.backend_key}`, 'content-type': 'application/json' },
    body: `{"${token}": ${TYPED.full_name}`,
  });
}

/** The completion webhook, valid and invalid, and persons created through the proxy. */
export async function sendCompletions(run: Run): Promise<void> {
  const payload = {
    webhook_request_id: 'w-1',
    id: 'p',
    status: 'PASSED',
    custom_data: CUSTOM_DATA,
  };
  const send = (secret: string, body: string) =>
    run.ask('webhook', run.url + PATHS.personCompleted, {
      method: 'POST',
      headers: { 'x-webhook-secret': secret },
      body,
    });
  await send(KEPT.webhook_secret, JSON.stringify(payload));
  await send(KEPT.relay_secret, JSON.stringify(payload));
  await send('', KEPT.webhook_secret);
  const person = { document_id: '44556677', pipeline: { name: 'peru_basic' } };
  await askAsBackend(run, 'relayed person', PATHS.persons('pe'), person);
  await run.event('person.completed');
  const listed = await askAsBackend(run, 'deliveries', PATHS.deliveries);
  const { deliveries } = JSON.parse(listed) as { deliveries: { id: string }[] };
  for (const { id } of deliveries.slice(0, 3))
    await askAsBackend(run, 'replay', PATHS.replay(id), {});
}

/** All public paths. */
export async function readFiles(run: Run): Promise<void> {
  for (const path of ['/metrics', '/openapi.json', '/readyz', '/healthz', '/locodes/PE.json'])
    await run.ask(path.slice(1), run.url + path);
  for await (const file of glob('**/*.{js,css}', { cwd: FOLDER }))
    await run.ask(`file ${file}`, `${run.url}/${file}`);
}

/** From now on, no file of the process can grow, as on a full disk. */
export async function fillDisk(run: Run, token: string): Promise<void> {
  execFileSync('prlimit', ['--pid', String(run.pid), '--fsize=0']);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    person_id: string;
    form_id: string;
  };
  const { person_id, form_id } = claims;
  const prefill = { last_employer: TYPED.last_employer };
  await askAsBackend(run, 'mint on a full disk', PATHS.sessions, { person_id, form_id, prefill });
  await askAsBackend(run, 'revocation on a full disk', PATHS.revokeSessions, claims);
  await run.ask('webhook on a full disk', run.url + PATHS.personCompleted, {
    method: 'POST',
    headers: { 'x-webhook-secret': KEPT.webhook_secret },
    body: JSON.stringify({ id: 'p-2', custom_data: CUSTOM_DATA }),
  });
  const path = PATHS.submission(person_id, form_id);
  await askAsBrowser(run, 'submission on a full disk', path, { token, body: TYPED });
  // Checks within a second share one result.
  await until(async () => !(await fetch(`${run.url}/readyz`)).ok);
  for (const page of ['/metrics', '/readyz'])
    await run.ask(`${page} on a full disk`, run.url + page);
}
