import type { Socket } from 'node:net';

/** As much of the parser that Node keeps with each connection as it takes to be rid of it. */
interface Parser {
  /** Takes the connection off the list of those whose requests may be late. */
  remove(): void;
  /** Frees its memory. Not from within a call that it makes. */
  close(): void;
}

/**
 * Frees the HTTP parser of a connection on which no further request is read: 10 kB, twice what a
 * stream takes outside of V8 besides. Node does so by itself for an upgrade only. It names neither
 * the parser nor its methods in its documentation, so that one of another kind is left alone, until
 * the connection is closed. What comes from the browser from here on is passed over.
 */
export function releaseParser(socket: Socket & { parser?: unknown }): void {
  const { parser } = socket;
  if (!isParser(parser)) return;
  socket.removeAllListeners('data').removeAllListeners('end');
  // The first listener for data has Node read past the parser.
  socket.on('data', () => undefined);
  socket.on('end', () => socket.end());
  socket.parser = null;
  parser.remove();
  setImmediate(() => parser.close());
}

function isParser(parser: unknown): parser is Parser {
  if (typeof parser !== 'object' || parser === null) return false;
  const { remove, close } = parser as Partial<Parser>;
  return typeof remove === 'function' && typeof close === 'function';
}
