import type { CDPSession } from 'playwright';

/** What the page's main thread did so far, in ms; on a slowed CPU, as long as it took there. */
export interface Work {
  /** Running and compiling scripts. */
  scriptMs: number;
  /** Everything: scripts, parsing, styles, layout, painting. */
  busyMs: number;
}

/** Reads it from the browser. */
export async function readWork(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    scriptMs: (seconds('ScriptDuration') + seconds('V8CompileDuration')) * 1_000,
    busyMs: seconds('TaskDuration') * 1_000,
  };
}

/** What was done between two readings. */
export function workBetween(before: Work, after: Work): Work {
  return {
    scriptMs: after.scriptMs - before.scriptMs,
    busyMs: after.busyMs - before.busyMs,
  };
}
