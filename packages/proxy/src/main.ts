#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import closeWithGrace from 'close-with-grace';
import { SettingsError } from './settings/read-settings.ts';
import { settingsHelp } from './settings/settings-help.ts';
import { startProxy } from './start-proxy.ts';
import { VERSION } from './version.ts';

const CLOSE_WITHIN_MS = 15_000;

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
});

if (values.help) console.log(settingsHelp());
else if (values.version) console.log(VERSION);
else await run();

async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const proxy = await startProxy(process.env);
    console.log(`ready  ${proxy.url}`);
    closeWithGrace({ delay: CLOSE_WITHIN_MS }, () => proxy.close());
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}

/** One plain sentence or list: nobody wants a stack for a taken port. */
function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return 'The port is taken: set PORT to another one';
  if (code === 'EACCES') return 'The port or DATA_DIR may not be used by this user';
  return `The proxy cannot start: ${error instanceof Error ? `${error.name} ${code}` : 'unknown'}`;
}
