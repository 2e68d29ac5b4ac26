import { destination } from 'pino';

const out = destination({ dest: 1, sync: true });
let lines = '';

function flush(): void {
  const due = lines;
  lines = '';
  if (due !== '') out.write(due);
}
process.on('exit', flush);

/**
 * Standard output. The lines of one turn of the event loop are written together at its end, or when
 * the process exits: a write for each would cost as much as what it tells of.
 */
export const logOutput = {
  write(line: string): void {
    if (lines === '') setImmediate(flush);
    lines += line;
  },
};
