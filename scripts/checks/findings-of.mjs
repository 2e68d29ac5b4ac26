import { spawn } from 'node:child_process';

/** Runs one of our development tools on this Node: resolves to its exit code and what it printed. */
function outputOf(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** The lines of a tool that failed; none when it did not. */
export async function findingsOf(script, args) {
  const { code, output } = await outputOf(script, args);
  if (code === 0) return [];
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 ? lines : [`${script} ended with ${code}`];
}
