import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'precandidate-sandbox';
import { startProxyProcess, type ProxyProcess } from '../stage/proxy-process.ts';
import { proxySettings } from '../stage/service.ts';

/** What is limited per minute must not stand between the fuzzer and what it looks for. */
const UNLIMITED = '1000000';

/** The proxy in a process of its own, on a database in a file, before the sandbox in this one. */
export async function startTarget(): Promise<ProxyProcess> {
  const sandbox = await startSandbox({ report_delay_ms: 3_600_000 });
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-fuzz-'));
  const proxy = await startProxyProcess({
    ...proxySettings(sandbox),
    DATA_DIR: folder,
    RATE_LIMIT: UNLIMITED,
    WEBHOOK_RATE_LIMIT: UNLIMITED,
    UPSTREAM_RPS: '10000',
    // Looks of the watch would be counted among the calls that requests cause.
    POLL_MIN_SECONDS: '3600',
    POLL_MAX_SECONDS: '86400',
    RECONCILE_SECONDS: '0',
    LOG_LEVEL: 'warn',
  });
  return {
    ...proxy,
    async stop() {
      const code = await proxy.stop();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
