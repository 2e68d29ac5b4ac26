import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of this machine. */
export interface HttpServer {
  url: string;
  close(): Promise<void>;
}

/** Gets the whole body as text; when it rejects, the connection breaks. */
type Listener = (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void>;

export async function startHttpServer(listener: Listener): Promise<HttpServer> {
  const server = createServer((request, response) => {
    textOf(request)
      .then((body) => listener(request, body, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
