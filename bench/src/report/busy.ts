import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from './results.ts';

/** Share of the processors that other programs may use. */
const MOST_LOAD = 0.15;
/** How much slower native HTML may be than in `latest.json`. */
const SLOWEST_NATIVE = 1.5;
const NATIVE_MEASURES = ['busy', 'early_keys', 'key_paint'];

const SAMPLES = 3;
const SAMPLE_MS = 1_000;

/**
 * The share of the processors (0 to 1) that is in use while the benchmark waits: the lowest of a few
 * samples, because a browser that was just closed may still be ending.
 */
export async function measureLoad(): Promise<number> {
  let lowest = 1;
  for (let sample = 0; sample < SAMPLES && lowest > MOST_LOAD; sample += 1) {
    const before = processorTimes();
    await pause(SAMPLE_MS);
    const after = processorTimes();
    const idle = (after.idle - before.idle) / (after.all - before.all);
    lowest = Math.min(lowest, 1 - idle);
  }
  return lowest;
}

/** Says so when other programs are running. Call it first: the benchmark's own servers count too. */
export async function warnIfBusy(): Promise<void> {
  const load = await measureLoad();
  if (load > MOST_LOAD) console.log(`VOID: ${describeLoad(load)}`);
}

function describeLoad(load: number): string {
  return `other programs used ${Math.round(load * 100)} % of the processors`;
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((each) => Object.values(each));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(all) };
}

/**
 * Why the figures of a run are void; empty for a quiet machine.
 *
 * @param usual - the committed run; compared only if it is of the same machine and browser
 */
export function reasonsForVoid(
  run: Omit<Result, 'void'>,
  usual: Pick<Result, 'machine' | 'browser' | 'cases'> | undefined,
): string[] {
  const busy = run.loads.filter((load) => load > MOST_LOAD).map(describeLoad);
  const isComparable = usual?.machine === run.machine && usual.browser === run.browser;
  return [...new Set(busy), ...(isComparable ? slowNative(run, usual) : [])];
}

function slowNative({ cases }: Pick<Result, 'cases'>, usual: Pick<Result, 'cases'>): string[] {
  return cases.flatMap(({ id, title, figures }) => {
    const before = usual.cases.find((report) => report.id === id)?.figures['native'];
    return NATIVE_MEASURES.flatMap((measure) => {
      const now = figures['native']?.[measure]?.value;
      const then = before?.[measure]?.value;
      if (now === undefined || then === undefined || now <= then * SLOWEST_NATIVE) return [];
      return `native HTML, ${title}: ${measure} ${now.toFixed(0)} ms, usually ${then.toFixed(0)} ms`;
    });
  });
}
