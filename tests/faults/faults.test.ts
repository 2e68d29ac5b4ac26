import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { PATHS, type ProblemName, type SubmissionState } from 'precandidate-contract';
import type { Fault } from 'precandidate-sandbox';
import { startPair, type Candidate, type Pair } from 'precandidate-testing/pair.ts';
import { serviceRecord, serviceRequests } from 'precandidate-testing/sandbox-control.ts';
import { assertProblem } from 'precandidate-testing/service.ts';

type SomeFault = Partial<Fault> & Pick<Fault, 'kind'>;

/** Text of the service that must not be passed on. */
const INSIDE = 'inside-of-the-service at handler.ts:12';

/**
 * A fault of the sandbox, what a read of it gets (`undefined`: the right response), and a creation if it gets
 * something else: a 2xx says that the record exists.
 */
const KINDS: readonly [SomeFault, ProblemName | undefined, ProblemName?][] = [
  [{ kind: 'status', status: 500, body: INSIDE }, 'service-unavailable'],
  [{ kind: 'status', status: 401 }, 'service-refused-key'],
  [{ kind: 'delay', delay_ms: 300 }, undefined],
  [{ kind: 'reset' }, 'service-unavailable'],
  [{ kind: 'truncated' }, 'service-unavailable', 'service-answer-unusable'],
  [{ kind: 'not-json' }, 'service-answer-unusable'],
  [{ kind: 'html' }, 'service-unavailable'],
  [{ kind: 'too-many', retry_after_s: 1 }, 'service-busy'],
  [{ kind: 'stall' }, 'service-unavailable'],
];

/** The response to a submission that met a fault, and how it ended. */
interface Row {
  fault: SomeFault;
  when: 'before' | 'after';
  /** A 2xx, which promises that the data arrives, or the problem. */
  response: '2xx' | ProblemName;
  /** The form's final state, when the candidate submits again after a problem. */
  ends?: SubmissionState;
  /** Posts that reached the service. Default 1. */
  sent?: number;
}
type Channel = 'form' | 'person';
const SUBMISSIONS = JSON.parse(
  readFileSync(new URL('submissions.json', import.meta.url), 'utf8'),
) as Record<Channel, Row[]>;

/** No poll uses up a fault that is meant for another request. */
const NO_POLLS = { POLL_MIN_SECONDS: '3600', POLL_MAX_SECONDS: '3600' };

/** The right response, or the problem without any text of the service. */
async function assertAnswer(answer: Response, expected: ProblemName | undefined): Promise<void> {
  const text = await answer.clone().text();
  assert.doesNotMatch(text, /inside-of|Injected fault|Bad gateway|not JSON|stops in the middle/);
  if (expected === undefined) return assert.ok(answer.ok, `${answer.status} ${text}`);
  await assertProblem(answer, expected);
  if (expected === 'service-busy' || expected === 'service-unavailable')
    assert.ok(Number(answer.headers.get('retry-after')) > 0, 'says when to come back');
}

/** Repeats the request until the service's `Retry-After` is over, a second or two. */
async function askUntilOpen(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await answer.body?.cancel();
  }
  return ask();
}

/** A request that makes one to the service. */
type Ask = (pair: Pair, ana: Candidate) => Promise<Response>;

/** A read for a browser, and a relayed read. */
const READS: readonly Ask[] = [
  (pair, { token }) => pair.bootstrap({ session: token }),
  (pair, ana) => pair.backend(PATHS.precandidate(ana.person_id)),
];
const create: Ask = (pair) =>
  pair.backend(PATHS.precandidates, {
    body: { country_code: 'PE', pipeline_name: 'peru_basic' },
  });
const CREATION = 'POST /v3/precandidate';

const requestCount = async ({ sandbox }: Pair, route: string) =>
  (await serviceRequests(sandbox.url))[route] ?? 0;
const nameOf = ({ kind, status }: SomeFault) => (status === undefined ? kind : `${kind} ${status}`);

// Most wait for a timeout or a poll. More would make this process, which is service, proxy, and back
// end of all of them, miss its own deadlines.
describe('faults of the service', { concurrency: 6 }, () => {
  for (const [fault, expected, whenCreating = expected] of KINDS)
    for (const when of ['before', 'after'] as const)
      test(`reading and creating: ${nameOf(fault)}, ${when} it had its effect`, async (t) => {
        const pair = await startPair(t, { env: NO_POLLS });
        const ana = await pair.candidate();
        const createdBefore = await requestCount(pair, CREATION);
        await pair.fault({ ...fault, when, times: 0 });
        const [created, ...read] = await Promise.all(
          [create, ...READS].map((ask) => ask(pair, ana)),
        );
        assert.ok(created);
        await assertAnswer(created, whenCreating);
        for (const answer of read) await assertAnswer(answer, expected);
        const times = (await requestCount(pair, CREATION)) - createdBefore;
        assert.equal(times, 1, 'a creation is never repeated by itself');
        await pair.recover();
        for (const ask of [create, ...READS])
          await assertAnswer(await askUntilOpen(() => ask(pair, ana)), undefined);
      });

  for (const channel of ['form', 'person'] as const)
    for (const row of SUBMISSIONS[channel])
      test(`submission by ${channel}: ${nameOf(row.fault)}, ${row.when} it had its effect`, (t) =>
        submit(t, channel, row));
});

/** What the candidate sees, and what arrives in the end. */
async function submit(
  t: Parameters<typeof startPair>[0],
  channel: Channel,
  { fault, when, response, ends = channel === 'form' ? 'submitted' : 'sent', sent = 1 }: Row,
): Promise<void> {
  const env = { SUBMISSION_CHANNEL: channel, POLL_MAX_SECONDS: '2' };
  const pair = await startPair(t, { env });
  const ana = await pair.candidate();
  const data = { document_id: '44556671', city_locode: 'PE LIM' };
  const path = channel === 'form' ? `/forms/${ana.form_id}` : '^/v3/PE/persons$';
  await pair.fault({ ...fault, when, match: { method: 'POST', path } });
  const answer = await ana.submit(data, 'one');
  if (response === '2xx') assert.ok(answer.ok, await answer.text());
  else {
    await assertAnswer(answer, response);
    await assertAnswer(await ana.submit(data, 'another'), undefined);
  }
  const snapshots = await ana.follow(({ state }) => state === ends);
  if (ends === 'submitted') assert.equal(snapshots.at(-1)?.by, 'form');
  // The sandbox counts failed requests of persons, too; before their effect, they delivered nothing.
  const wasSpoiled = channel === 'person' && when === 'before' && fault.kind !== 'delay';
  const posts =
    channel === 'form'
      ? (await serviceRecord(pair.sandbox.url, ana.form_id)).form_posts
      : await requestCount(pair, 'POST /v3/:country_code/persons');
  assert.equal(posts - (wasSpoiled ? 1 : 0), sent, 'nothing is lost, and nothing sent twice');
}
