import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PROBLEMS, RELAY_EVENTS } from 'precandidate-contract';
import { SETTINGS } from 'precandidate-proxy';
import { COMMANDS } from '../src/cli/command-list.ts';
import { signEvent } from '../src/relay/event-sender.ts';
import { relayEndpoints } from '../src/config/setting-parsers.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { RELAY_SECRET, startPair } from './start-pair.ts';

const docs = await readFile(new URL('../../../docs/proxy.md', import.meta.url), 'utf8');

/** Cells of the table rows under a heading whose first cell is in code marks. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = docs.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const rows = own.split('\n').filter((line) => line.startsWith('| `'));
  // A bar inside code marks is no border.
  return rows.map((line) =>
    line
      .replaceAll(/`[^`]*`/g, hideBars)
      .split('|')
      .slice(1, -1)
      .map(trim),
  );
}
const hideBars = (code: string) => code.replaceAll('|', ' or ');
const trim = (cell: string) => cell.trim();
const bare = (cell: string | undefined) => (cell ?? '').replaceAll('`', '');

test('docs/proxy.md tells every setting with its default', () => {
  const kept = Object.entries(SETTINGS).map(([name, { fallback, about, secret }]) => [
    `\`${name}\``,
    fallback === null ? 'required' : fallback ? `\`${fallback}\`` : '',
    secret ? 'yes' : '',
    about,
  ]);
  assert.deepEqual(rowsUnder('Settings'), kept);
});

test('docs/proxy.md tells every command', () => {
  const kept = Object.entries(COMMANDS).map(([name, { summary }]) => [`\`${name}\``, summary]);
  assert.deepEqual(rowsUnder('Start'), kept);
});

test('docs/proxy.md tells every path that the proxy answers, and no other', async (t) => {
  const { url } = await startPair(t);
  const answer = await fetch(`${url}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const told = rowsUnder('Paths').map(([path]) => bare(path));
  const files = /\/widget/;
  assert.deepEqual(
    told.toSorted(),
    served.filter((path) => !files.test(path) && !path.startsWith('HEAD ')).toSorted(),
  );
});

test('docs/proxy.md tells every relayed event', () => {
  const told = rowsUnder('Webhook in, events out').map(([type]) => bare(type));
  assert.deepEqual(told, [...RELAY_EVENTS]);
});

test('the receiver in docs/proxy.md takes what the proxy signs, and nothing else', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(docs) ?? [];
  const library = import.meta.resolve('standardwebhooks');
  const source = code.replace("'standardwebhooks'", `'${library}'`);
  const { readEvent } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const body = JSON.stringify({ type: 'person.completed', timestamp: '', data: {} });
  const headers = signEvent([RELAY_SECRET], { id: 'evt_1', body }, Math.floor(Date.now() / 1_000));
  assert.deepEqual(readEvent(RELAY_SECRET, body, headers), JSON.parse(body));
  assert.throws(() => readEvent(RELAY_SECRET, `${body} `, headers));
});

test('the endpoints in docs/proxy.md are settings that the proxy takes', () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(docs) ?? [];
  const endpoints = relayEndpoints(example.replaceAll('whsec_…', RELAY_SECRET));
  assert.deepEqual(
    endpoints.map(({ name, events }) => [name, events]),
    [['crm', ['person.completed']]],
  );
});

test('docs/security.md tells every table that is stored', async () => {
  const text = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('\n## What is stored\n');
  const told = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)];
  const created = MIGRATIONS.flatMap(({ statements }) => statements)
    .map((statement) => /create table (\w+)/.exec(statement)?.[1])
    .filter((name) => name !== undefined);
  const names = told.map(([, name]) => name);
  assert.deepEqual(names.toSorted(), [...created, 'migrations'].toSorted());
});

test('docs/operating.md leads to files and problems that exist', async () => {
  const text = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)\)/g))
    await readFile(new URL(link, new URL('../../../docs/', import.meta.url)));
  for (const name of ['database-unavailable', 'service-refused-key', 'streams-exhausted'] as const)
    assert.ok(text.includes(name) && PROBLEMS[name]);
});
