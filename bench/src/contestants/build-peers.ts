import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const PEERS_FOLDER = fileURLToPath(new URL('../../peers', import.meta.url));
const PNPM = 'pnpm@12.21.0';

/** Installs the peers' own lockfile, unless it has not changed. */
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

/** The built pages, each in its own folder. */
export const BUILT = fileURLToPath(new URL('../../../.build/bench', import.meta.url));

/** Builds the page of `id` for production; resolves to its HTML. */
export async function buildPeer(id: string): Promise<string> {
  const outDir = join(BUILT, id);
  await build({
    root: PEERS_FOLDER,
    base: `/${id}/`,
    // All peers share one page.
    plugins: [
      {
        name: 'script-of-peer',
        transformIndexHtml: { order: 'pre', handler: (html) => html.replace('PEER', id) },
      },
    ],
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
  });
  return readFile(join(outDir, 'index.html'), 'utf8');
}
