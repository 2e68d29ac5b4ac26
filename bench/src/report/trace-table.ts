import type { Trace } from '../visit/trace.ts';
import { aligned } from './table.ts';

const BAR = 48;

/** A waterfall: when each request went out, was answered (`-` waiting, `=` coming), and what was seen when. */
export function traceTable({ exchanges, marks }: Trace): string {
  const end = Math.max(...exchanges.map(({ endMs = 0 }) => endMs), ...marks.map(({ ms }) => ms));
  const at = (ms: number) => Math.round((ms / end) * BAR);
  const rows = exchanges.map(({ url, method, startMs, answeredMs, endMs, bytes, isStream }) => {
    const ended = isStream ? end : (endMs ?? end);
    const answered = Math.min(answeredMs ?? end, ended);
    const bar = `${' '.repeat(at(startMs))}${'-'.repeat(Math.max(at(answered) - at(startMs), 0))}${'='.repeat(Math.max(at(ended) - at(answered), 1))}`;
    return {
      ms: startMs,
      cells: [
        nameOf(method, url),
        whole(startMs),
        whole(answeredMs && answered),
        isStream ? '…' : whole(endMs),
        String(bytes),
      ],
      bar,
    };
  });
  const seen = marks.map(({ what, ms }) => ({
    ms,
    cells: [`* ${what}`, whole(ms), '', '', ''],
    bar: `${' '.repeat(at(ms))}*`,
  }));
  const sorted = [...rows, ...seen].sort((a, b) => a.ms - b.ms);
  const table = aligned([
    ['', 'start ms', 'answered', 'ended', 'bytes'],
    ...sorted.map(({ cells }) => cells),
  ]).split('\n');
  return table
    .map((line, index) =>
      `${line.padEnd(table[0]?.length ?? 0)}  ${sorted[index - 1]?.bar ?? ''}`.trimEnd(),
    )
    .join('\n');
}

function whole(ms: number | undefined): string {
  return ms === undefined ? '' : ms.toFixed(0);
}

/** The last part of the path: paths of ours hold no token. */
function nameOf(method: string, url: string): string {
  const { pathname } = new URL(url);
  const parts = pathname.split('/').filter((part) => !/^[0-9a-f-]{36}$/.test(part));
  return `${method} ${parts.slice(-2).join('/')}`;
}
