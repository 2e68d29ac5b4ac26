import { readFileSync, writeFileSync } from 'node:fs';
import { ELEMENT_EVENTS, PROBLEMS } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { COMMANDS } from './src/cli/command-list.ts';
import { SETTINGS } from './src/config/settings.ts';

const DOCS = new URL('../../docs/reference/', import.meta.url);

/** A table that begins with these columns. What the page has in the columns after them stays. */
interface Table {
  page: string;
  /** First cell of its head. */
  head: string;
  rows: readonly (readonly string[])[];
}

const code = (text: string) => `\`${text}\``;
const yesNo = (is: boolean) => (is ? 'yes' : 'no');

async function tables(): Promise<Table[]> {
  return [
    {
      page: 'settings',
      head: 'Setting',
      rows: Object.entries(SETTINGS).map(([name, { fallback, about, secret }]) => [
        code(name),
        fallback === null ? 'required' : fallback ? code(fallback) : '',
        secret ? 'yes' : '',
        about,
      ]),
    },
    {
      page: 'problems',
      head: 'Name',
      rows: Object.entries(PROBLEMS).map(([name, { status, title, retryable }]) => [
        code(name),
        String(status),
        title,
        yesNo(retryable),
      ]),
    },
    { page: 'metrics', head: 'Metric', rows: await metrics() },
    {
      page: 'cli',
      head: 'Command',
      rows: Object.entries(COMMANDS).map(([name, { summary }]) => [code(name), summary]),
    },
    { page: 'element', head: 'Event', rows: ELEMENT_EVENTS.map((name) => [code(name)]) },
  ];
}

/** A proxy describes its metrics without calling the service. */
async function metrics(): Promise<string[][]> {
  const proxy = await startProxy({
    UPSTREAM_URL: 'http://127.0.0.1:9/v3',
    UPSTREAM_API_KEY: 'not-used',
    BACKEND_KEYS: 'a-key-that-is-not-used',
    SESSION_SECRETS: 'a-secret-that-is-not-used-at-all',
    ALLOWED_ORIGINS: 'https://hr.example',
    DATA_DIR: ':memory:',
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  try {
    const text = await (await fetch(`${proxy.url}/metrics`)).text();
    const found = text.matchAll(/^# HELP (precandidate_\w+) (.*)\n# TYPE \w+ (\w+)$/gm);
    return [...found].map(([, name = '', help = '', type = '']) => [code(name), type, help]);
  } finally {
    await proxy.close();
  }
}

/** The page with the table's rows from the code. A row without its further columns is an error. */
function withTable(markdown: string, { page, head, rows }: Table): string {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  if (start < 0) throw new Error(`docs/reference/${page}.md has no table with “${head}”`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const columns = cellsOf(lines[start] ?? '').length;
  const old = lines.slice(start + 2, end).map(cellsOf);
  const written = rows.map((row) => {
    const kept = old.find(([name]) => name === row[0])?.slice(row.length) ?? [];
    if (row.length + kept.length !== columns)
      throw new Error(`Describe ${row[0]} in docs/reference/${page}.md: ${row.join(' | ')}`);
    return `| ${[...row, ...kept].join(' | ')} |`;
  });
  return lines.toSpliced(start + 2, end - start - 2, ...written).join('\n');
}

/** The cells of a row; a bar in code marks does not separate cells. */
function cellsOf(line: string): string[] {
  return (line.match(/(?:`[^`]*`|[^|`])+/g) ?? []).map((cell) => cell.trim());
}

const HELP = /(?<=^<!-- The help of each command: npm run generate:docs -->\n).*/ms;

async function withHelp(markdown: string): Promise<string> {
  // The help of `run` is the settings, which have a page of their own.
  const { run: _run, ...commands } = COMMANDS;
  const sections = await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => {
      const { help } = await load();
      return `\n### ${name}\n\n\`\`\`text\n${help}\n\`\`\`\n`;
    }),
  );
  return markdown.replace(HELP, () => sections.join(''));
}

/** The pages of docs/reference with their generated parts, by name. */
export async function referencePages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const read = (page: string) =>
    pages.get(page) ?? readFileSync(new URL(`${page}.md`, DOCS), 'utf8');
  for (const table of await tables()) pages.set(table.page, withTable(read(table.page), table));
  pages.set('cli', await withHelp(read('cli')));
  return pages;
}

async function writePages(): Promise<void> {
  for (const [page, text] of await referencePages())
    writeFileSync(new URL(`${page}.md`, DOCS), text);
}

// npm run generate:docs. Without a top-level await: the test runner requires modules.
if (import.meta.main) void writePages();
