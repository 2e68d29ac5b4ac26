import type { Finding, FuzzReport } from './judge.ts';

const LONGEST = 600;

export function printReport({ requests, answered, measures }: FuzzReport, seconds: number): void {
  const each = Math.round(requests / seconds);
  console.log(`${requests} requests in ${seconds.toFixed(0)} s (${each}/s)`);
  for (const [kind, statuses] of answered) {
    const cells = [...statuses].toSorted(([a], [b]) => a.localeCompare(b));
    console.log(`  ${kind.padEnd(16)}${cells.map(([status, n]) => `${status}: ${n}`).join('  ')}`);
  }
  const at = (place: number) => measures[Math.min(place, measures.length - 1)];
  const quarter = Math.floor(measures.length / 4);
  for (const [name, one] of [
    ['after warm-up', at(quarter)],
    ['at the end', at(measures.length - 1)],
  ] as const)
    if (one)
      console.log(
        `  ${name.padEnd(16)}RSS ${megabytes(one.rss_bytes)}, heap ${megabytes(one.heap_bytes)}, ` +
          `${one.open_fds} open files, ${one.service_calls} calls to the service, ` +
          `${one.internal} internal problems`,
      );
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

export function printFindings(findings: readonly Finding[], seed: number): void {
  for (const { turn, what, request, answer } of findings) {
    console.log(`✖ ${what}\n  npm run fuzz -- --seed ${seed} --only ${turn}`);
    console.log(`  ${shown(request.toString('latin1'))}`);
    if (answer) console.log(`  → ${answer.status} ${shown(answer.body)}`);
  }
}

const shown = (text: string) =>
  JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
