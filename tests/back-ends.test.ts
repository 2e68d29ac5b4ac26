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

// Runs the examples of docs/guides/back-ends.md, each where its tool is installed.

const service = sharedPair();
const GUIDE = 'docs/guides/back-ends.md';

interface Example {
  file: string;
  language: string;
  command(port: number): readonly [program: string, ...args: string[]];
  /** What it prints once it listens. */
  ready: RegExp;
}

const SERVERS: readonly Example[] = [
  {
    file: 'session.php',
    language: 'php',
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'session.php'],
    ready: /Development Server .* started/,
  },
  {
    file: 'Portal.java',
    language: 'java',
    command: () => ['java', 'Portal.java'],
    ready: /^http:/,
  },
];

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

for (const { file, language, command, ready } of SERVERS)
  test(`${file} responds with the token of a session`, { skip: lacks(language) }, async (t) => {
    const { person_id, precandidate_id } = await newPrecandidate(service.url);
    const cwd = await folderWith(t, { [file]: snippetOf(GUIDE, language) });
    const [port = 0] = await freePorts(1);
    const [program, ...args] = command(port);
    const env = { PROXY_URL: service.url, BACKEND_KEY, PORT: String(port) };
    const form = { PERSON_ID: person_id, FORM_ID: precandidate_id };
    const server = startCommand(program, args, { cwd, env: { ...env, ...form } });
    t.after(() => server.stop());
    await waitForLine(server.child, ready);

    const response = await fetch(`http://127.0.0.1:${port}/session`);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const { token } = (await response.json()) as { token: string };
    const status = `/precandidate/${person_id}/status/${precandidate_id}`;
    assert.equal((await requestProxy(service.url, status, { token })).status, 200);
  });

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
