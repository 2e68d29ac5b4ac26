import assert from 'node:assert/strict';
import { PROBLEMS, problemType, type Problem, type ProblemName } from 'precandidate-contract';

/** `response` is the one problem `name` of the catalogue and tells nothing of our inside. */
export async function assertProblem(response: Response, name: ProblemName): Promise<Problem> {
  const text = await response.text();
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, text);
  const problem = JSON.parse(text) as Problem;
  const { title, status } = PROBLEMS[name];
  assert.deepEqual(
    { type: problem.type, title: problem.title, status: problem.status, answered: response.status },
    { type: problemType(name), title, status, answered: status },
  );
  assert.doesNotMatch(text, /\.ts:\d+|\.js:\d+|node_modules|node:internal|Error:/);
  return problem;
}
