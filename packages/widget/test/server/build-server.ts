import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { FormServer } from '../../src/ssr/index.ts';

const CONFIG = fileURLToPath(new URL('../../../../vite.config.ts', import.meta.url));

/** The server build, as it ships. */
export async function buildServer(): Promise<FormServer> {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-server-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await build({ configFile: CONFIG, logLevel: 'error', build: { ssr: true, outDir: folder } });
  return (await import(pathToFileURL(join(folder, 'server.js')).href)) as FormServer;
}
