import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PROBLEMS, RELAY_EVENTS } from 'precandidate-contract';
import { SETTINGS } from 'precandidate-proxy';
import { COMMANDS } from '../src/cli/command-list.ts';
import { signEvent } from '../src/relay/event-sender.ts';
import { relayEndpoints } from '../src/config/setting-parsers.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { RELAY_SECRET, startPair } from './start-pair.ts';

const readPage = (name: string) =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

/** Cells of a page's table rows whose first cell is in code marks. */
function rowsOf(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| `'));
  // A bar in code marks does not separate cells.
  return rows.map((line) =>
    line
      .replaceAll(/`[^`]*`/g, (code) => code.replaceAll('|', ' or '))
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const namesOf = (markdown: string) =>
  rowsOf(markdown).map(([name = '']) => name.replaceAll('`', ''));

test('the settings page lists every setting with its default', () => {
  const expected = Object.entries(SETTINGS).map(([name, { fallback, about, secret }]) => [
    `\`${name}\``,
    fallback === null ? 'required' : fallback ? `\`${fallback}\`` : '',
    secret ? 'yes' : '',
    about,
  ]);
  assert.deepEqual(rowsOf(readPage('reference/settings.md')), expected);
});

test('the command line page lists every command', () => {
  const expected = Object.entries(COMMANDS).map(([name, { summary }]) => [`\`${name}\``, summary]);
  assert.deepEqual(rowsOf(readPage('reference/cli.md')), expected);
});

test('the HTTP API page lists every path, and no other', async (t) => {
  const { url } = await startPair(t);
  const answer = await fetch(`${url}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = namesOf(readPage('reference/http-api.md')).filter((name) =>
    /^[A-Z]+ \//.test(name),
  );
  assert.deepEqual(
    listed.toSorted(),
    served.filter((path) => !/\/widget/.test(path) && !path.startsWith('HEAD ')).toSorted(),
  );
});

test('the events page lists every relayed event', () => {
  assert.deepEqual(namesOf(readPage('reference/events.md')), [...RELAY_EVENTS]);
});

test('the receiver for Node accepts what the proxy signs, and nothing else', async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readPage('guides/events.md')) ?? [];
  const library = import.meta.resolve('standardwebhooks');
  const source = code.replace("'standardwebhooks'", `'${library}'`);
  const { readEvent } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const body = JSON.stringify({ type: 'person.completed', timestamp: '', data: {} });
  const headers = signEvent([RELAY_SECRET], { id: 'evt_1', body }, Math.floor(Date.now() / 1_000));
  assert.deepEqual(readEvent(RELAY_SECRET, body, headers), JSON.parse(body));
  assert.throws(() => readEvent(RELAY_SECRET, `${body} `, headers));
});

test('the endpoints in the events guide are a valid setting', () => {
  const [, example = ''] = /```json\n(\[.*?)```/s.exec(readPage('guides/events.md')) ?? [];
  const endpoints = relayEndpoints(example.replaceAll('whsec_…', RELAY_SECRET));
  assert.deepEqual(
    endpoints.map(({ name, events }) => [name, events]),
    [['crm', ['person.completed']]],
  );
});

test('the security page lists every table of the database', () => {
  const [, section = ''] = readPage('trust/security.md').split('\n## What is stored\n');
  const [own = ''] = section.split('\n## ');
  const listed = [...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  const created = MIGRATIONS.flatMap(({ statements }) => statements)
    .map((statement) => /create table (\w+)/.exec(statement)?.[1])
    .filter((name) => name !== undefined);
  assert.deepEqual(listed.toSorted(), [...created, 'migrations'].toSorted());
});

test('the monitoring page names problems that exist', () => {
  const text = readPage('operate/monitor.md');
  for (const name of ['database-unavailable', 'service-refused-key', 'streams-exhausted'] as const)
    assert.ok(text.includes(name) && PROBLEMS[name]);
});
