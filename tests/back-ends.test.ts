import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { freePorts, startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { BACKEND_KEY, newPrecandidate, requestProxy } from 'precandidate-testing/service.ts';
import { snippetOf } from 'precandidate-testing/snippets.ts';

// Runs the examples of docs/guides/back-ends.md, each where its tool is installed. Those of examples/ have
// their own tests.

const service = sharedPair();
const GUIDE = 'docs/guides/back-ends.md';

const CHECKS: readonly { file: string; language: string; command: readonly string[] }[] = [
  { file: 'controller.rb', language: 'ruby', command: ['ruby', '-c', 'controller.rb'] },
  { file: 'Program.cs', language: 'csharp', command: ['dotnet', 'build'] },
];

const lacks = (program: string) =>
  spawnSync(program, ['--version']).error !== undefined && `needs ${program}`;

async function folderWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await newFolder(t);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test(
  'Portal.java responds with a token, and 503 without the proxy',
  { skip: lacks('java') },
  async (t) => {
    const { person_id, precandidate_id } = await newPrecandidate(service.url);
    const cwd = await folderWith(t, { 'Portal.java': snippetOf(GUIDE, 'java') });
    const form = { PERSON_ID: person_id, FORM_ID: precandidate_id };
    const start = async (url: string) => {
      const [port = 0] = await freePorts(1);
      const env = { PROXY_URL: url, BACKEND_KEY, PORT: String(port), ...form };
      const server = startCommand('java', ['Portal.java'], { cwd, env });
      t.after(() => server.stop());
      const [address] = await waitForLine(server.child, /^http:\S+/);
      return fetch(address);
    };
    const response = await start(service.url);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const { token } = (await response.json()) as { token: string };
    const status = `/precandidate/${person_id}/status/${precandidate_id}`;
    assert.equal((await requestProxy(service.url, status, { token })).status, 200);

    const [unused = 0] = await freePorts(1);
    assert.equal((await start(`http://127.0.0.1:${unused}`)).status, 503);
  },
);

const PROJECT = `<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
</Project>`;

for (const { file, language, command } of CHECKS) {
  const [program = '', ...args] = command;
  test(`${file} compiles`, { skip: lacks(program) }, async (t) => {
    const files = { [file]: snippetOf(GUIDE, language), 'Portal.csproj': PROJECT };
    const cwd = await folderWith(t, files);
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });
}
