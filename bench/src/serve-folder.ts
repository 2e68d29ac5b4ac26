import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A server for the bench's pages. */
export interface PageServer {
  url: string;
  /** Makes `path` answer `html`. */
  put(path: string, html: string): void;
  close(): void;
}

/** Serves `folder`, brotli-compressed, as a server in earnest would. */
export async function serveFolder(folder: string): Promise<PageServer> {
  const made = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
      const body = made.get(path) ?? brotliCompressSync(await readFile(join(folder, path)));
      made.set(path, body);
      const type = TYPES[extname(path)] ?? TYPES['.html'] ?? '';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    put: (path, html) => made.set(path, brotliCompressSync(html)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
