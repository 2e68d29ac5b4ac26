import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { releaseParser } from './release-parser.ts';

/**
 * Takes a connection over from the HTTP server, with `headers` besides those that the reply has by
 * now: what is written from here on is the body, and its end is the end of the connection. The
 * machinery of an answer, which may last for hours here, is half of what a stream would cost.
 * `undefined` when an earlier answer is still to be sent on this connection, which is closed then.
 */
export function takeOver(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): Socket | undefined {
  const { socket } = reply.raw;
  const { raw } = reply.request;
  const all = { ...reply.getHeaders(), ...headers, date: new Date().toUTCString() };
  reply.hijack();
  if (socket === null) {
    raw.socket.destroy();
    return undefined;
  }
  // The token among them: nobody reads it again.
  raw.headers = {};
  raw.rawHeaders = [];
  const lines = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${String(value)}`);
  const head = ['HTTP/1.1 200 OK', ...lines, 'connection: close', '', ''].join('\r\n');
  releaseParser(socket);
  socket.write(Buffer.from(head, 'latin1'));
  return socket;
}
