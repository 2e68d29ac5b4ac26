import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startCommand, type Command } from './commands.ts';
import { ROOT, blocksOf, readPage } from './repository.ts';

/** The first block in `language` of a page that contains `text`. */
export function snippetOf(page: string, language: string, text = ''): string {
  const found = blocksOf(readPage(page)).find(
    (block) => block.language === language && block.text.includes(text),
  );
  if (found === undefined) throw new Error(`${page} has no ${language} block with “${text}”`);
  return found.text;
}

/** A `curl` command, with its lines that go on and its body between `<<JSON` and `JSON`. */
export const CURL = /^curl (?:.*\\\n)*(?:.*<<JSON\n[^]*?\nJSON|.*)$/gm;

/** The JSON body of a `curl` command, with values for the variables of the shell. */
export function curlBodyOf(command: string, values: Record<string, string>): unknown {
  const [, body = ''] = /<<JSON\n([^]*?)\nJSON/.exec(command) ?? [];
  return JSON.parse(body.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => values[name] ?? ''));
}

export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Starts a snippet, saved under `name`, and stops it after the test. */
export async function startSnippet(
  t: TestContext,
  name: string,
  code: string,
  env: Record<string, string> = {},
): Promise<Command> {
  // Here, a snippet finds the packages that the tests have installed.
  const folder = await mkdtemp(join(ROOT, 'tests/node_modules/.snippet-'));
  await writeFile(join(folder, name), code);
  const started = startCommand(process.execPath, ['--conditions=source', name], {
    cwd: folder,
    // A snippet with tests must not report to the runner of this one.
    env: { ...env, NODE_TEST_CONTEXT: '' },
  });
  t.after(async () => {
    await started.stop();
    await rm(folder, { recursive: true });
  });
  return started;
}
