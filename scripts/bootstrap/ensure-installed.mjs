import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from './content-hash.mjs';
import { runQuietly } from './run-quietly.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const PNPM = 'pnpm@12.21.0';
const STAMP = 'node_modules/.installed';
const WORKSPACES = ['packages', '.'];

/** Installs what the lockfile names, unless nothing has changed since the last time. */
export async function ensureInstalled() {
  const hash = contentHash(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]);
  if (readStamp(STAMP) === hash) return;
  console.error('installing dependencies …');
  const started = Date.now();
  await runQuietly('npx', ['-y', PNPM, 'install', '--frozen-lockfile'], {
    env: {
      ...process.env,
      CI: '1',
      npm_config_loglevel: 'error',
      npm_config_update_notifier: 'false',
    },
  });
  writeStamp(STAMP, hash);
  console.error(`installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

function manifests() {
  return WORKSPACES.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map((entry) => join(folder, entry.name, 'package.json')),
  )
    .concat('package.json')
    .filter((file) => existsSync(file));
}
