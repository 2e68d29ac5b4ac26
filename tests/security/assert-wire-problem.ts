import assert from 'node:assert/strict';
import { PROBLEMS, problemName, type Problem, type ProblemName } from 'precandidate-contract';
import type { WireAnswer } from '../fuzz/wire.ts';

/** The response is a problem of the catalogue, and one of `names` if given. */
export function assertWireProblem(
  answer: WireAnswer | undefined,
  names?: readonly ProblemName[],
  about = '',
): void {
  assert.ok(answer, `${about}: no answer`);
  const { status, headers, body } = answer;
  assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, `${about}: ${status}`);
  const name = problemName((JSON.parse(body) as Problem).type);
  assert.ok(name, `${about}: ${body}`);
  assert.equal(status, PROBLEMS[name].status, about);
  if (names) assert.ok(names.includes(name), `${about}: ${name}`);
}
