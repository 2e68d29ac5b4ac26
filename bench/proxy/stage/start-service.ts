import { fileURLToPath } from 'node:url';
import { startChild } from './start-child.ts';

/** The sandbox, as the command that anyone can start, in a process of its own. */
export interface ServiceProcess {
  url: string;
  api_url: string;
  pid: number;
  /** Calls that were made to it since the last time this was asked, by `METHOD /route`. */
  takeCounts(): Promise<Record<string, number>>;
  /** Gives the form's precandidate another status; resolves to when that was ordered (epoch ms). */
  change(form_id: string, precandidate_status: string): Promise<number>;
  stop(): Promise<void>;
}

export const API_KEY = 'load-key-0123456789';
const MAIN = fileURLToPath(
  new URL('dist/main.js', import.meta.resolve('precandidate-sandbox/package.json')),
);

export async function startService(): Promise<ServiceProcess> {
  const env = { SANDBOX_PORT: '0', SANDBOX_API_KEY: API_KEY, SANDBOX_REPORT_DELAY_MS: '100' };
  const child = await startChild([MAIN], env, /ready {2}(\S+)$/);
  const url = child.ready.replace(/\/v3$/, '');

  return {
    url,
    api_url: child.ready,
    pid: child.pid,
    async takeCounts() {
      const answer = await fetch(`${url}/_control/requests`);
      const { counts } = (await answer.json()) as { counts: Record<string, number> };
      await fetch(`${url}/_control/requests`, { method: 'DELETE' });
      return counts;
    },
    async change(form_id, precandidate_status) {
      const ordered_at = Date.now();
      const answer = await fetch(`${url}/_control/precandidates/${form_id}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ precandidate_status }),
      });
      if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
      await answer.body?.cancel();
      return ordered_at;
    },
    stop: () => child.end('SIGTERM'),
  };
}
