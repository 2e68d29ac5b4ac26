import { fileURLToPath } from 'node:url';
import { countTests } from './count-tests.mjs';

const RUNNER = fileURLToPath(new URL('web-test-runner.mjs', import.meta.url));

/** Runs the widget's element tests in a real browser; resolves to `{ passed, failed }`. */
export function runElementTests() {
  return countTests(['--conditions=source', RUNNER], { cwd: 'packages/widget' });
}
