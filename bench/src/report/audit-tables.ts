import type { Audits } from './result.ts';
import { aligned } from './table.ts';

/** One row for each contestant: what axe found, what the strict policy stopped, and what still worked. */
export function auditRows({ axe, policy }: Audits): string[][] {
  const rows = Object.keys(axe).map((id) => {
    const found = axe[id] ?? [];
    const { stopped = {}, shows = false, refuses = false, sends = false } = policy[id] ?? {};
    return [
      id,
      found.length === 0 ? '0' : `${found.length} (${found.map((one) => one.id).join(', ')})`,
      String(Object.values(stopped).reduce((sum, count) => sum + count, 0)),
      shows ? 'yes' : 'no',
      refuses ? 'yes' : 'no',
      sends ? 'yes' : 'no',
      Object.entries(stopped)
        .map(([what, count]) => `${count} ${what}`)
        .join(', '),
    ];
  });
  return [
    ['', 'axe rules broken', 'stopped', 'shows', 'refuses', 'sends', 'what was stopped'],
    ...rows,
  ];
}

/** The same to be printed. */
export function auditTable(audits: Audits): string {
  return aligned(auditRows(audits));
}
