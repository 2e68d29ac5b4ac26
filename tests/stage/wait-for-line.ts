import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The first match of `pattern` in what `child` prints; rejects, with what it printed, when it ends first. */
export function waitForLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      const match = pattern.exec(line);
      if (match !== null) resolve(match);
    });
  }
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`ended with ${code}:\n${said.join('\n')}`)));
  return promise;
}
