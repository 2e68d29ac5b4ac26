import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'precandidate-sandbox';
import { ROOT } from '../stage/root.ts';
import { waitForLine } from '../stage/wait-for-line.ts';
import { BACKEND_KEY, ORIGIN, WEBHOOK_SECRET } from './credentials.ts';

/** The proxy in a process of its own, before the sandbox in this one. */
export interface Target {
  url: string;
  /** Set once the process is gone: with what, unless it was stopped by us. */
  died(): string | undefined;
  /** Resolves to what it wrote to its log. */
  stop(): Promise<string>;
}

/** What is limited per minute must not stand between the fuzzer and what it looks for. */
const UNLIMITED = '1000000';

export async function startTarget(): Promise<Target> {
  const sandbox = await startSandbox({ report_delay_ms: 3_600_000 });
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-fuzz-'));
  const child = spawn(process.execPath, ['--conditions=source', 'packages/proxy/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      UPSTREAM_URL: sandbox.apiUrl,
      UPSTREAM_API_KEY: sandbox.apiKey,
      BACKEND_KEYS: BACKEND_KEY,
      SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
      WEBHOOK_SECRETS: WEBHOOK_SECRET,
      ALLOWED_ORIGINS: ORIGIN,
      DATA_DIR: folder,
      PORT: '0',
      RATE_LIMIT: UNLIMITED,
      UPSTREAM_RPS: '10000',
      // Looks of the watch would be counted among the calls that requests cause.
      POLL_MIN_SECONDS: '3600',
      POLL_MAX_SECONDS: '86400',
      RECONCILE_SECONDS: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (log += chunk.toString()));
  const ended = Promise.withResolvers<void>();
  let end: string | undefined;
  let isStopping = false;
  child.once('exit', (code, signal) => {
    if (!isStopping) end = `${signal ?? code}: ${log.slice(-2_000)}`;
    ended.resolve();
  });
  const [, url = ''] = await waitForLine(child, /^ready {2}(\S+)$/);

  return {
    url,
    died: () => end,
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await ended.promise;
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
      return log;
    },
  };
}
