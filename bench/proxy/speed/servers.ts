import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from '../stage/start-child.ts';

/** A server that has a form's schema in memory. */
export interface Contestant {
  name: string;
  url: string;
  /** Of the process that responds. */
  pid: number;
  /** Of the schema. */
  etag: string;
  stop(): Promise<void>;
}

/** A server's responses for the schema: 200, and 304 for a current `If-None-Match`. */
export interface Responses {
  etag: string;
  body: string;
  /** Alternating names and values, without those that `node:http` adds by itself. */
  headers: string[];
  headers_304: string[];
}

const BY_NODE = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

export async function responsesOf(
  url: string,
  headers: Record<string, string>,
): Promise<Responses> {
  const fresh = await fetch(url, { headers });
  const etag = fresh.headers.get('etag') ?? '';
  const known = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
  if (fresh.status !== 200 || known.status !== 304) throw new Error(`${url} does not respond`);
  return {
    etag,
    body: await fresh.text(),
    headers: listed(fresh.headers),
    headers_304: listed(known.headers),
  };
}

function listed(headers: Headers): string[] {
  return [...headers].filter(([name]) => !BY_NODE.has(name)).flat();
}

const SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/**
 * A bare `node:http` server that sends the same bytes, headers included, without routing,
 * authentication, metrics, or logs.
 */
export async function startBare(responses: Responses): Promise<Contestant> {
  const child = await startChild(
    [SERVER],
    { RESPONSES: JSON.stringify(responses) },
    /^ready (\S+)$/,
  );
  return {
    name: 'node:http',
    url: child.ready,
    pid: child.pid,
    etag: responses.etag,
    stop: () => child.end('SIGTERM'),
  };
}

const BINARY = '/usr/sbin/nginx';
const STARTUP_CHECKS = 50;

/**
 * Debian's nginx in front of the service, as a simple alternative to the proxy: it adds the key,
 * caches responses for `cacheTime`, collapses concurrent requests, and logs. One worker, because the
 * proxy is one process. `undefined` when nginx is not installed.
 */
export async function startNginx(
  service_url: string,
  api_key: string,
  path: string,
  cacheTime = '5m',
): Promise<Contestant | undefined> {
  if (!existsSync(BINARY)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-nginx-'));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  await writeFile(config, configuration(folder, port, cacheTime, [service_url, api_key]));
  const nginx = spawn(BINARY, ['-c', config, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const gone = once(nginx, 'exit');
  const url = `http://127.0.0.1:${port}${path}`;
  const first = await firstResponse(url);
  return {
    name: 'nginx',
    url,
    // The master process handles no requests.
    pid: childProcessOf(nginx.pid ?? 0, 'worker process'),
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
  cacheTime: string,
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
      proxy_cache_valid 200 ${cacheTime};
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

async function firstResponse(url: string): Promise<Response> {
  for (let check = 0; check < STARTUP_CHECKS; check += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return answer;
    await pause(100);
  }
  throw new Error('nginx does not respond');
}

/** The child of `parent` whose title contains `text`; throws when there is none. */
function childProcessOf(parent: number, text: string): number {
  const found = readdirSync('/proc').find(
    (pid) => /^\d+$/.test(pid) && parentOf(pid) === parent && titleOf(pid).includes(text),
  );
  if (found === undefined) throw new Error(`process ${parent} has no ${text}`);
  return Number(found);
}

/** `undefined` when the process has ended. */
function parentOf(pid: string): number | undefined {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields[1] === undefined ? undefined : Number(fields[1]);
}

const titleOf = (pid: string): string => read(`/proc/${pid}/cmdline`);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
