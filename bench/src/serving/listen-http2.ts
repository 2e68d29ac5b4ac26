import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificate.ts';

/** A server that speaks HTTP/2 over TLS. */
export interface Http2Server {
  port: number;
  close(): void;
}

/** Listens on a free port of the loopback. */
export async function listenHttp2(
  { key, cert }: Certificate,
  answer: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Promise<Http2Server> {
  const server = createSecureServer({ key, cert }, answer);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
