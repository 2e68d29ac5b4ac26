import type { CDPSession } from 'playwright';

/** Presses and releases a letter key, as trusted events. */
export async function pressKey(session: CDPSession, letter: string): Promise<void> {
  const key = {
    key: letter,
    code: `Key${letter.toUpperCase()}`,
    windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
  };
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', text: letter });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
}

/** Deletes all text of the focused field. */
export async function clearField(session: CDPSession): Promise<void> {
  const key = { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['selectAll'] });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown' });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
}

/** Time that the page's main thread has spent, ms; on a throttled CPU, as long as it took there. */
export interface Work {
  /** Running and compiling scripts. */
  scriptMs: number;
  /** Everything: scripts, parsing, styles, layout, painting. */
  busyMs: number;
}

export async function readWork(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    scriptMs: (seconds('ScriptDuration') + seconds('V8CompileDuration')) * 1_000,
    busyMs: seconds('TaskDuration') * 1_000,
  };
}

export function workBetween(before: Work, after: Work): Work {
  return {
    scriptMs: after.scriptMs - before.scriptMs,
    busyMs: after.busyMs - before.busyMs,
  };
}
