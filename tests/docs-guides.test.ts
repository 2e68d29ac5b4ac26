import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { FormSchema, UiSchema } from 'precandidate-contract';
import { waitForLine } from 'precandidate-testing/commands.ts';
import { sharedPair, type Form } from 'precandidate-testing/pair.ts';
import { BACKEND_KEY, assertProblem } from 'precandidate-testing/service.ts';
import { blocksOf, PAGES, readPage } from 'precandidate-testing/repository.ts';
import {
  CURL,
  curlBodyOf,
  hasCurl,
  snippetOf,
  startSnippet,
} from 'precandidate-testing/snippets.ts';

// Runs the examples of docs/guides.

const service = sharedPair({
  env: { ALLOWED_ORIGINS: 'http://127.0.0.1:5000,https://hr.example' },
});

/** The identifiers of a form, under the names that the examples give them. */
const namesOf = ({ person_id, form_id }: Form) => ({ PERSON_ID: person_id, FORM_ID: form_id });

test('the revocation in the sessions guide ends the sessions of a form', async () => {
  const ana = await service.candidate();
  const command = snippetOf('docs/guides/sessions.md', 'sh', '/sessions/revoke');
  const body = curlBodyOf(command, namesOf(ana));
  assert.equal((await service.backend('/sessions/revoke', { body })).status, 204);
  await assertProblem(await ana.browse('status'), 'session-revoked');
});

test('the prefill in its guide fits the form, and the error is the documented one', async () => {
  const command = snippetOf('docs/guides/prefill.md', 'sh', '"prefill"');
  const body = curlBodyOf(command, namesOf(await service.candidate())) as Form;
  const ana = await service.session(body, body);
  const { properties } = (await (await ana.browse('schema')).json()) as {
    properties: Record<string, { default?: unknown }>;
  };
  assert.equal(properties['document_id']?.default, '70456123');

  const wrong = { ...body, prefill: { nickname: 'Ana' } };
  const refused = await service.backend('/sessions', { body: wrong });
  const problem = await assertProblem(refused, 'prefill-invalid');
  assert.deepEqual(problem, JSON.parse(snippetOf('docs/guides/prefill.md', 'json')));
});

test('the ui_schemas in their guide fit their forms, and the error is the documented one', async () => {
  const guide = 'docs/guides/ui-schema.md';
  const body = curlBodyOf(
    snippetOf(guide, 'sh', '"ui_schema"'),
    namesOf(await service.candidate()),
  ) as Form & { ui_schema: UiSchema };
  const opened = await service.session(body, body);
  const { ui_schema } = (await (await service.bootstrap({ session: opened.token })).json()) as {
    ui_schema: UiSchema;
  };
  assert.deepEqual(ui_schema, body.ui_schema);

  const { properties } = JSON.parse(snippetOf(guide, 'json', '"properties"')) as FormSchema;
  const other = await service.candidateOf(properties);
  for (const key of ['"ui:title"', '"steps"']) {
    const given = JSON.parse(snippetOf(guide, 'json', key)) as UiSchema;
    await service.session(other, { ui_schema: given });
  }

  const nickname = { 'ui:title': 'Nickname' };
  const wrong = { ...body, ui_schema: { nickname, document_id: { 'ui:widget': 'hidden' } } };
  const refused = await service.backend('/sessions', { body: wrong });
  const problem = await assertProblem(refused, 'ui-schema-invalid');
  assert.deepEqual(problem, JSON.parse(snippetOf(guide, 'json', 'ui-schema-invalid')));
});

test('the test in the sandbox guide passes', async (t) => {
  const code = snippetOf('docs/guides/sandbox.md', 'js', 'startSandbox');
  const { child } = await startSnippet(t, 'portal.test.mjs', code);
  const passed = waitForLine(child, /^(?:# |ℹ )pass 1$/);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  assert.equal(exitCode, 0);
  await passed;
});

/** The commands of the docs, with the addresses of our servers, and the page of each. */
function curlCommands(): { page: string; command: string }[] {
  const commandsOf = (page: string) =>
    blocksOf(readPage(page))
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.match(CURL) ?? []);
  return PAGES.flatMap((page) =>
    commandsOf(page).map((text) => ({
      page,
      command: text
        .replace('http://127.0.0.1:4200', service.url)
        .replace('http://127.0.0.1:4300', service.sandbox.url),
    })),
  );
}

test('every curl command of the docs succeeds', { skip: !hasCurl && 'needs curl' }, async () => {
  const commands = curlCommands();
  assert.ok(commands.length >= 8);
  for (const { page, command } of commands) {
    const ana = await service.candidate();
    const own = {
      ...namesOf(ana),
      FORM_URL: ana.form_url,
      PROXY_URL: service.url,
      BACKEND_KEY,
      TOKEN: ana.token,
      UPSTREAM_URL: service.sandbox.apiUrl,
      UPSTREAM_API_KEY: service.sandbox.apiKey,
    };
    const failing = command.replace('curl ', 'curl --silent --show-error --fail-with-body ');
    const env = { ...process.env, ...own };
    await assert.doesNotReject(promisify(execFile)('bash', ['-c', failing], { env }), page);
    // One of them injects a fault.
    await service.recover();
  }
});
