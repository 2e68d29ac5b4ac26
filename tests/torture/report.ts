import type { TortureResult } from './torture.ts';

/** How much of the acknowledged did not arrive. */
export function lostOf({ missing }: TortureResult): number {
  return Object.values(missing).reduce((sum, ids) => sum + ids.length, 0);
}

/** A run as lines for people. */
export function reportOf(name: string, result: TortureResult): string[] {
  const { missing, doubled, kills } = result;
  const rows = [
    ['', 'acknowledged', 'lost', 'doubled'],
    ['webhooks → events', result.webhooks, missing.webhooks.length, doubled.events],
    ['webhooks under two ids', '', '', doubled.webhooks],
    ['submissions → the service', result.submissions, missing.submissions.length, doubled.posts],
    ['submitted → events', result.submissions, missing.submitted_events.length, ''],
  ];
  const where = [...kills].sort(([a], [b]) => a.localeCompare(b));
  return [
    `\n${name}: ${result.restarts} processes killed in ${result.seconds.toFixed(0)} s`,
    ...rows.map((row) =>
      row.map((cell, index) => String(cell).padEnd(index === 0 ? 28 : 14)).join(''),
    ),
    `killed ${where.map(([moment, times]) => `${moment} ${times}`).join(' · ')}`,
  ];
}
