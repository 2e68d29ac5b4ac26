import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const LOG_OUTPUT = fileURLToPath(new URL('../src/plugins/log-output.ts', import.meta.url));

/** What comes out of a process that logs two lines, and a third one before `end`. */
async function linesOf(end: string): Promise<string> {
  const script = `
    import { logOutput } from ${JSON.stringify(LOG_OUTPUT)};
    logOutput.write('one\\n');
    logOutput.write('two\\n');
    setImmediate(() => {
      logOutput.write('three\\n');
      ${end};
    });`;
  const args = ['--input-type=module', '--eval', script];
  const run = promisify(execFile)(process.execPath, args);
  return (await run.catch((error: { stdout: string }) => error)).stdout;
}

test('a line is written by the end of the turn it was logged in, and before the process ends', async () => {
  const all = 'one\ntwo\nthree\n';
  assert.equal(await linesOf(''), all);
  assert.equal(await linesOf('process.exit(3)'), all);
  assert.equal(await linesOf('throw new Error("broken")'), all);
  // A kill takes the lines of the turn that it falls into, and no other.
  assert.equal(await linesOf('process.kill(process.pid, "SIGKILL")'), 'one\ntwo\n');
});
