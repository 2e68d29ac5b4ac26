import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ProblemName } from 'precandidate-contract';
import type { Fault } from 'precandidate-sandbox';
import { assertProblem } from '../stage/service.ts';
import type { FaultStage } from './fault-stage.ts';

/** Cases that can share one proxy because their faults do not interfere. */
export interface FaultGroup {
  name: string;
  open(t: TestContext): Promise<FaultStage>;
  /** How many run at the same time; default 1. */
  concurrency?: number;
  cases: readonly FaultCase[];
}

/** One case of the matrix. */
export interface FaultCase {
  name: string;
  run(stage: FaultStage): Promise<void>;
}

/** Text of the service that must not be passed on. */
const INSIDE = 'inside-of-the-service at handler.ts:12';

/** A fault of the sandbox, and the expected result of a read. */
export interface Kind {
  fault: Partial<Fault> & Pick<Fault, 'kind'>;
  /** `undefined`: the right response. */
  read: ProblemName | undefined;
}

export const KINDS: readonly Kind[] = [
  { fault: { kind: 'status', status: 500, body: INSIDE }, read: 'service-unavailable' },
  { fault: { kind: 'delay', delay_ms: 300 }, read: undefined },
  { fault: { kind: 'reset' }, read: 'service-unavailable' },
  { fault: { kind: 'truncated' }, read: 'service-unavailable' },
  { fault: { kind: 'not-json' }, read: 'service-answer-unusable' },
  { fault: { kind: 'html' }, read: 'service-unavailable' },
  { fault: { kind: 'too-many', retry_after_s: 1 }, read: 'service-busy' },
  { fault: { kind: 'stall' }, read: 'service-unavailable' },
];

/** The right response, or the problem without any text of the service. */
export async function assertAnswer(
  answer: Response,
  expected: ProblemName | undefined,
): Promise<void> {
  const text = await answer.clone().text();
  assert.doesNotMatch(text, /inside-of|Injected fault|Bad gateway|not JSON|stops in the middle/);
  if (expected === undefined) return assert.ok(answer.ok, `${answer.status} ${text}`);
  await assertProblem(answer, expected);
  if (expected === 'service-busy' || expected === 'service-unavailable')
    assert.ok(Number(answer.headers.get('retry-after')) > 0, 'says when to come back');
}

/** Repeats the request until the service's `Retry-After` is over, a second or two. */
export async function askUntilOpen(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await answer.body?.cancel();
  }
  return ask();
}
