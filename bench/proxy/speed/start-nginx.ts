import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childOf } from './child-of.ts';
import type { Contestant } from './contestant.ts';

const BINARY = '/usr/sbin/nginx';
const LOOKS = 50;

/**
 * Debian's nginx before the service, as one would set it up instead of the proxy: it adds the key,
 * keeps an answer for `kept` (its own words), lets one call through for many, and logs. One worker, as
 * we are one process. `undefined` where there is none.
 */
export async function startNginx(
  service_url: string,
  api_key: string,
  path: string,
  kept = '5m',
): Promise<Contestant | undefined> {
  if (!existsSync(BINARY)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-nginx-'));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(config, configuration(folder, port, kept, [service_url, api_key]));
  const nginx = spawn(BINARY, ['-c', config, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const gone = once(nginx, 'exit');
  const url = `http://127.0.0.1:${port}${path}`;
  const first = await firstAnswer(url);
  return {
    name: 'nginx',
    url,
    // The master only keeps it.
    pid: childOf(nginx.pid ?? 0, 'worker process'),
    etag: first.headers.get('etag') ?? '',
    async stop() {
      nginx.kill('SIGQUIT');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (
  folder: string,
  port: number,
  kept: string,
  [service_url, api_key]: readonly [string, string],
) => `
daemon off;
user root;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 16384; }
http {
  access_log ${folder}/access.log;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 100000000;
  proxy_cache_path ${folder}/cache keys_zone=forms:10m;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass ${service_url};
      proxy_set_header X-Api-Key ${api_key};
      proxy_cache forms;
      proxy_cache_valid 200 ${kept};
      proxy_cache_lock on;
      proxy_ignore_headers Cache-Control Expires;
    }
  }
}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function firstAnswer(url: string): Promise<Response> {
  for (let look = 0; look < LOOKS; look += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return answer;
    await pause(100);
  }
  throw new Error('nginx does not answer');
}
