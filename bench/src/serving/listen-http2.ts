import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Certificate } from './certificate.ts';

/** How the servers of a run speak. */
export interface Line {
  certificate: Certificate;
  /** Longer that a new connection takes than on the loopback, ms. */
  connectMs: number;
}

/** A server that speaks HTTP/2 over TLS. */
export interface Http2Server {
  port: number;
  close(): void;
}

/** Listens on a free port of the loopback. */
export async function listenHttp2(
  { certificate: { key, cert }, connectMs }: Line,
  answer: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Promise<Http2Server> {
  const secure = createSecureServer({ key, cert }, answer);
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    setTimeout(() => secure.emit('connection', socket), connectMs);
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
