import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snippetOf } from 'precandidate-testing/snippets.ts';
import { startClient, type PrecandidateRecord } from './support/client.ts';

const exampleOf = (language: string, text: string) =>
  snippetOf('packages/sandbox/README.md', language, text);

test('the README’s request creates a precandidate with the key that it shows', async (t) => {
  const sandbox = await startClient(t);
  const request = exampleOf('sh', 'curl');
  const [, address = ''] = /(http:\S+)/.exec(request) ?? [];
  const headers = [...request.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  );
  const [, body = ''] = /-d '(.*)'/.exec(request) ?? [];
  const url = sandbox.url + new URL(address).pathname;
  const response = await fetch(url, { method: 'POST', headers, body });
  assert.equal(response.status, 201);
  const record = (await response.json()) as PrecandidateRecord;
  assert.equal(record.precandidate_status, 'CREATED');
});

test('the sandbox accepts the README’s examples of a fault and of a distorted webhook', async (t) => {
  const sandbox = await startClient(t);
  const examples = { '/faults': '"match"', '/webhooks': '"payload"' };
  for (const [path, member] of Object.entries(examples)) {
    const body = JSON.parse(exampleOf('json', member)) as object;
    const { status, text } = await sandbox.control('POST', path, body);
    assert.equal(status, 204, text);
  }
});

test('the README’s program runs', async () => {
  const library = new URL('../src/index.ts', import.meta.url).href;
  const source = exampleOf('ts', 'startSandbox').replace("'precandidate-sandbox'", `'${library}'`);
  const { sandbox } = (await import(
    `data:text/javascript,${encodeURIComponent(`${source}export { sandbox };`)}`
  )) as { sandbox: { url: string; apiUrl: string; apiKey: string } };
  const [, key = ''] = /sandbox\.apiKey +(\S+)/.exec(source) ?? [];
  assert.deepEqual([sandbox.apiUrl, sandbox.apiKey], [`${sandbox.url}/v3`, key]);
});
