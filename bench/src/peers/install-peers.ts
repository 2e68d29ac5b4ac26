import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PEERS_FOLDER } from './peers-folder.ts';

const PNPM = 'pnpm@12.21.0';

/** Installs what the peers' own lockfile names, unless it is what was installed last. */
export async function installPeers(): Promise<void> {
  const lockfile = await readFile(join(PEERS_FOLDER, 'pnpm-lock.yaml'), 'utf8');
  const stamp = join(PEERS_FOLDER, 'node_modules/.installed');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lockfile) return;
  console.error('installing the peers …');
  await promisify(execFile)('npx', ['-y', PNPM, 'install', '--frozen-lockfile'], {
    cwd: PEERS_FOLDER,
    env: { ...process.env, CI: '1', NODE_ENV: 'development' },
    shell: process.platform === 'win32',
  });
  await writeFile(stamp, lockfile);
}
