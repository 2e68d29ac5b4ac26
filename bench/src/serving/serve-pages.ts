import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listenHttp2, type Certificate } from './http2-server.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The host's server: every contestant's page and the files of the peers. */
export interface PageServer {
  /** Origin of the pages; the proxy has another one. */
  url: string;
  /** Serves `text` at `path`, with a content security policy if given. */
  put(path: string, text: string, policy?: string): void;
  close(): void;
}

/** Serves pages and the files of `folder` with brotli over HTTP/2. */
export async function servePages(certificate: Certificate, folder: string): Promise<PageServer> {
  const pages = new Map<string, { body: Buffer; policy: string | undefined }>();
  const files = new Map<string, Buffer>();
  const server = await listenHttp2(certificate, async (request, response) => {
    const path = normalize(new URL(request.url, 'https://localhost').pathname);
    const page = pages.get(path);
    try {
      const body =
        page?.body ?? files.get(path) ?? brotliCompressSync(await readFile(join(folder, path)));
      if (page === undefined) files.set(path, body);
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'cache-control': page === undefined ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(page?.policy === undefined ? {} : { 'content-security-policy': page.policy }),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return {
    url: `https://localhost:${server.port}`,
    put: (path, text, policy) => pages.set(path, { body: brotliCompressSync(text), policy }),
    close: server.close,
  };
}
