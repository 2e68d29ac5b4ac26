import { readdirSync, readFileSync } from 'node:fs';

/** The process that `parent` started whose title has `words` in it; throws when there is none. */
export function childOf(parent: number, words: string): number {
  const found = readdirSync('/proc').find(
    (pid) => /^\d+$/.test(pid) && parentOf(pid) === parent && titleOf(pid).includes(words),
  );
  if (found === undefined) throw new Error(`process ${parent} has no ${words}`);
  return Number(found);
}

/** `undefined` of a process that has gone meanwhile. */
function parentOf(pid: string): number | undefined {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields[1] === undefined ? undefined : Number(fields[1]);
}

const titleOf = (pid: string): string => read(`/proc/${pid}/cmdline`);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
