import { auditTable } from './audit-tables.ts';
import { plotOf } from './plot.ts';
import type { Result } from './result.ts';
import { tableOf } from './table.ts';

/** One page that needs nothing else: plots, then tables. */
export function pageOf(result: Result): string {
  const { at, browser, cores, rounds, cases, audits } = result;
  const tables = cases.map(
    ({ title, figures }) => `<h2>${title}</h2>\n<pre>${escaped(tableOf(figures))}</pre>`,
  );
  if (audits !== undefined)
    tables.push(
      `<h2>Looked at once: ${audits.form}</h2>\n<pre>${escaped(auditTable(audits))}</pre>`,
    );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Bench of ${at}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  pre { overflow-x: auto; font-size: 0.8rem; }
  svg { max-width: 100%; height: auto; }
</style>
<h1>Bench</h1>
<p>${at}, Chromium ${browser}, ${cores} cores, ${rounds} rounds. Shorter is better everywhere. In brackets: the ratio to native HTML in the same round.</p>
${plotOf(result)}
${tables.join('\n')}
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
