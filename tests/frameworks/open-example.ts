import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { BACKEND_KEY, BUSY_MACHINE, proxySettings } from '../stage/service.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** Serves a built example as an HR portal does, with a back end for `/session`, a real proxy, and the sandbox. */
export async function openExample(
  folder: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const sandbox = await startSandbox();
  const host = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const proxy = await startProxy({ ...proxySettings(sandbox), ALLOWED_ORIGINS: url }, BUSY_MACHINE);

  async function post(path: string, body: unknown): Promise<Record<string, string>> {
    const headers = { authorization: `Bearer ${BACKEND_KEY}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(proxy.url + path, init)).json()) as Record<string, string>;
  }

  async function session(): Promise<Record<string, string>> {
    const creation = { country_code: 'PE', pipeline_name: 'peru_basic' };
    const { person_id, precandidate_id } = await post('/precandidate', creation);
    return post('/sessions', { person_id, form_id: precandidate_id });
  }

  async function respond({ url: path = '/' }: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(path, url);
    if (pathname === '/session') return response.end(JSON.stringify(await session()));
    const name = pathname.startsWith('/assets/') ? pathname : '/index.html';
    const text = await readFile(join(folder, name), 'utf8');
    response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain');
    return response.end(text.replaceAll('https://forms.hr.example', proxy.url));
  }

  return {
    url,
    close: async () => {
      await proxy.close();
      await sandbox.close();
      host.closeAllConnections();
      host.close();
    },
  };
}
