import { globSync, readFileSync, writeFileSync } from 'node:fs';
import {
  ELEMENT_EVENTS,
  PROBLEMS,
  RELAY_EVENTS,
  UI_KEYS,
  UI_OPTIONS,
  UI_WIDGETS,
  type UiKeyRule,
  type UiValue,
} from '../packages/contract/src/index.ts';
import { startProxy } from '../packages/proxy/src/app.ts';
import { COMMANDS } from '../packages/proxy/src/cli/command-list.ts';
import { SETTINGS } from '../packages/proxy/src/config/settings.ts';
import { openSqlite } from '../packages/proxy/src/db/open-sqlite.ts';
import { PLACES } from '../packages/proxy/src/validation/check-ui-schema.ts';
import { elementNames } from '../packages/widget/element-names.ts';
import { apiPage, type Api } from './generate-api-page.ts';

const ROOT = new URL('../', import.meta.url);

/** A table that begins with these columns. What the page has in the columns after them stays. */
interface Table {
  /** Path in `docs`, without its extension. */
  page: string;
  /** Heading above the table; default: the first table with `head`. */
  section?: string;
  /** First cell of its head. */
  head: string;
  rows: readonly (readonly string[])[];
  /** Keeps the order of the page; new rows come last. */
  keepsOrder?: boolean;
}

const code = (text: string) => `\`${text}\``;

async function tables({ metrics, paths }: Described): Promise<Table[]> {
  return [
    {
      page: 'reference/settings',
      head: 'Setting',
      rows: Object.entries(SETTINGS).map(([name, { fallback, about, secret }]) => [
        code(name),
        fallback === null ? 'required' : fallback ? code(fallback) : '',
        secret ? 'yes' : '',
        about,
      ]),
    },
    {
      page: 'reference/problems',
      head: 'Name',
      rows: Object.entries(PROBLEMS).map(([name, { status, title, retryable }]) => [
        code(name),
        `${title} (${retryable ? `${status}, retryable` : status})`,
      ]),
    },
    { page: 'reference/metrics', head: 'Metric', rows: metrics },
    {
      page: 'reference/cli',
      head: 'Command',
      rows: Object.entries(COMMANDS).map(([name, { summary }]) => [code(name), summary]),
    },
    ...elementTables(),
    ...uiSchemaTables(),
    { page: 'reference/events', head: 'Type', rows: RELAY_EVENTS.map((name) => [code(name)]) },
    ...Object.entries(CALLERS).map(([tag, section]) => ({
      page: 'reference/http-api',
      section,
      head: 'Path',
      rows: paths.filter((path) => path.tag === tag).map(({ name }) => [code(name)]),
      keepsOrder: true,
    })),
    { page: 'trust/data', head: 'Table', rows: await databaseTables(), keepsOrder: true },
    { page: 'adr/0010-dependencies', head: 'Dependency', rows: dependencies() },
  ];
}

function elementTables(): Table[] {
  const { attributes, members, states, parts, customProperties } = elementNames();
  const table = (head: string, names: readonly string[], keepsOrder = false) => ({
    page: 'reference/element',
    head,
    rows: names.map((name) => [code(name)]),
    keepsOrder,
  });
  const rows = [...customProperties].map(([name, fallback]) => [code(name), code(fallback)]);
  return [
    table('Attribute', attributes),
    table('Name', members),
    table('Event', ELEMENT_EVENTS),
    table('State', states),
    { ...table('Property', [], true), rows },
    table('Part', parts, true),
  ];
}

function uiSchemaTables(): Table[] {
  const page = 'guides/ui-schema';
  const rowsOf = (rules: Readonly<Record<string, UiKeyRule>>) =>
    Object.entries(rules).map(([name, { value }]) => [code(name), describeValue(value)]);
  const widgets = Object.entries(UI_WIDGETS).map(([name, places]) => [
    code(name),
    places.map((place) => PLACES[place]).join('; '),
  ]);
  return [
    { page, head: 'Key', rows: rowsOf(UI_KEYS) },
    { page, head: 'Option', rows: rowsOf(UI_OPTIONS) },
    { page, head: 'Widget', rows: widgets },
  ];
}

function describeValue(value: UiValue): string {
  switch (value.type) {
    case 'text':
      return `text of up to ${value.maxLength.toLocaleString('en')} characters`;
    case 'option names':
      return `list of texts of up to ${value.maxLength} characters, or an object with texts by option`;
    case 'autofill':
      return 'autofill name of HTML, such as `tel`, `work email`, or `off`';
    case 'field names':
      return 'list of field names, with or without `*`';
    case 'widget':
      return 'name of a [widget](#widgets)';
    case 'options':
      return 'object of [options](#options)';
    case 'integer':
      return `${value.minimum} to ${value.maximum}`;
    case 'boolean':
      return '`true` or `false`';
    case 'steps':
      return '`true`, or a list of `{title, fields}`';
  }
}

/** Who calls a path, as its description says → heading in `http-api.md`. */
const CALLERS = {
  'back end': 'For your back end',
  browser: 'For the element',
  service: 'For the service',
  operations: 'For operators',
};

interface Described {
  metrics: string[][];
  paths: { name: string; tag: string | undefined }[];
  api: Api;
}

/** A proxy describes its metrics and paths without calling the service. */
async function describeProxy(): Promise<Described> {
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
    const metrics = [...found].map(([, name = '', help = '', type = '']) => [
      code(name),
      type,
      help,
    ]);
    const api = (await (await fetch(`${proxy.url}/openapi.json`)).json()) as Api;
    return { metrics, paths: describePaths(api), api };
  } finally {
    await proxy.close();
  }
}

/** The paths but those of the widget's files, which the page describes in a sentence. */
function describePaths({ paths }: Api): Described['paths'] {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      tag: tags[0],
    })),
  );
  const own = described.filter(({ name }) => !name.startsWith('GET /widget'));
  const lost = own.filter(({ tag = '' }) => !Object.hasOwn(CALLERS, tag));
  if (lost.length > 0) throw new Error(`Who calls ${lost.map(({ name }) => name).join(', ')}?`);
  return own;
}

async function databaseTables(): Promise<string[][]> {
  const db = openSqlite(':memory:');
  try {
    await db.migrate();
    const found = await db.query<{ name: string }>(
      "select name from sqlite_master where type = 'table' order by name",
    );
    return found.map(({ name }) => [code(name)]);
  } finally {
    await db.close();
  }
}

/** Every package that a manifest of the workspace names. */
function dependencies(): string[][] {
  const manifests = globSync(
    [
      'package.json',
      '{demo,tests,tests/frameworks,bench,docs}/package.json',
      '{packages,examples}/*/package.json',
      'bench/peers/package.json',
    ],
    { cwd: ROOT },
  );
  const names = manifests.flatMap((file) => {
    const manifest = JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as {
      dependencies?: object;
      devDependencies?: object;
    };
    return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  });
  const others = names.filter((name) => !name.startsWith('precandidate-'));
  return [...new Set(others)].sort().map((name) => [code(name)]);
}

/** The page with the table's rows from the code. A row without its further columns is an error. */
function withTable(markdown: string, { page, section, head, rows, keepsOrder }: Table): string {
  const lines = markdown.split('\n');
  const from = section === undefined ? 0 : lines.indexOf(`## ${section}`);
  const start = lines.findIndex((line, index) => index > from && line.startsWith(`| ${head} |`));
  if (from < 0 || start < 0) throw new Error(`docs/${page}.md has no table with “${head}”`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const columns = cellsOf(lines[start] ?? '').length;
  const old = lines.slice(start + 2, end).map(cellsOf);
  const places = new Map(old.map(([name], index) => [name, index]));
  const placeOf = ([name]: readonly string[]) => places.get(name) ?? old.length;
  const ordered = keepsOrder ? rows.toSorted((a, b) => placeOf(a) - placeOf(b)) : rows;
  const written = ordered.map((row) => {
    const kept = old.find(([name]) => name === row[0])?.slice(row.length) ?? [];
    if (row.length + kept.length !== columns)
      throw new Error(`Describe ${row[0]} in docs/${page}.md: ${row.join(' | ')}`);
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

/** The pages with generated parts, by their path in `docs` without the extension. */
export async function generatedPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const read = (page: string) => pages.get(page) ?? readFileSync(fileOf(page), 'utf8');
  const described = await describeProxy();
  for (const table of await tables(described))
    pages.set(table.page, withTable(read(table.page), table));
  pages.set('reference/cli', await withHelp(read('reference/cli')));
  pages.set('reference/paths', apiPage(described.api));
  return pages;
}

function fileOf(page: string): URL {
  return new URL(`docs/${page}.md`, ROOT);
}

async function writePages(): Promise<void> {
  for (const [page, text] of await generatedPages()) writeFileSync(fileOf(page), text);
}

// npm run generate:docs. Without a top-level await: the test runner requires modules.
if (import.meta.main) void writePages();
