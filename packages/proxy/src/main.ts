#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import closeWithGrace from 'close-with-grace';
import { ProblemError } from './problem-error.ts';
import { SettingsError } from './settings/read-settings.ts';
import { settingsHelp } from './settings/settings-help.ts';
import { startProxy } from './start-proxy.ts';
import { VERSION } from './version.ts';

const CLOSE_WITHIN_MS = 15_000;

const wanted = readArguments();
if (wanted === 'help') console.log(settingsHelp());
else if (wanted === 'version') console.log(VERSION);
else if (wanted === 'run') await run();

function readArguments(): 'help' | 'version' | 'run' | undefined {
  try {
    const { values } = parseArgs({
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
    });
    return values.help ? 'help' : values.version ? 'version' : 'run';
  } catch {
    console.error('There are two options: --help and --version');
    process.exitCode = 1;
    return undefined;
  }
}

async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const proxy = await startProxy(process.env);
    closeWithGrace({ delay: CLOSE_WITHIN_MS }, () => proxy.close());
    console.log(`ready  ${proxy.url}`);
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}

/** One plain sentence or list: nobody wants a stack for a taken port. */
function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof ProblemError)
    return 'The database cannot be used: unreachable, read-only, or (DATA_DIR) held by another process';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return 'The port is taken: set PORT to another one';
  if (code === 'EADDRNOTAVAIL') return 'HOST is no address of this machine';
  if (/^(EACCES|EEXIST|ENOTDIR|EROFS|ENOENT)$/.test(code))
    return 'DATA_DIR is no folder that this user may write to, or the port may not be used';
  return `The proxy cannot start: ${error instanceof Error ? `${error.name} ${code}` : 'unknown'}`;
}
