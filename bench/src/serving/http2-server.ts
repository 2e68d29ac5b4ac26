import { X509Certificate, createHash } from 'node:crypto';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { generate } from 'selfsigned';

/** A certificate for one run. */
export interface Certificate {
  key: string;
  cert: string;
  /** Hash that tells Chromium to trust it; without trust, Chromium caches nothing. */
  spki: string;
}

export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, spki: createHash('sha256').update(publicKey).digest('base64') };
}

export interface Http2Server {
  port: number;
  close(): void;
}

/** Serves HTTP/2 over TLS on a free port of the loopback. */
export async function listenHttp2(
  { key, cert }: Certificate,
  handle: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Promise<Http2Server> {
  const server = createSecureServer({ key, cert }, handle);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
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
