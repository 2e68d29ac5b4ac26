import { connect, type Socket } from 'node:net';
import { readAnswers, type WireAnswer } from './read-answers.ts';

/** One connection to the proxy, kept open from request to request as long as the proxy does. */
export interface Wire {
  /** Sends one whole request; resolves to its answer. Rejects when none comes, or what is no HTTP. */
  ask(bytes: Buffer, method: string): Promise<WireAnswer>;
  close(): void;
}

const LONGEST_MS = 15_000;
/** Bytes that are no whole request are waited for by the proxy until it is told that no more come. */
const QUIET_MS = 100;

export function openWire(url: string): Wire {
  let socket: Socket | undefined;

  async function ask(bytes: Buffer, method: string): Promise<WireAnswer> {
    const used = socket !== undefined;
    const mine = (socket ??= dial(url));
    try {
      const [answer] = await exchange(mine, bytes, [method], false);
      if (!answer) throw new Error('the connection ended without an answer');
      if (endsConnection(answer)) drop();
      return answer;
    } catch (error) {
      drop();
      // A kept connection may be closed by the other side in the very moment that it is used again.
      if (used) return ask(bytes, method);
      throw error;
    }
  }

  function drop(): void {
    socket?.destroy();
    socket = undefined;
  }
  return { ask, close: drop };
}

/**
 * Sends bytes over a connection of their own. Half of it is closed once each request that seems to be
 * in them is answered, or nothing comes any more: the proxy drops what it works on when it hears that.
 */
export async function sendBytes(url: string, bytes: Buffer): Promise<WireAnswer[]> {
  const socket = dial(url);
  try {
    return await exchange(socket, bytes, methodsIn(bytes), true);
  } finally {
    socket.destroy();
  }
}

function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
    noDelay: true,
  });
  socket.on('error', () => undefined);
  return socket;
}

/** `isLast`: nothing more is said, and everything is listened to. Else the first answer ends it. */
function exchange(
  socket: Socket,
  bytes: Buffer,
  methods: readonly string[],
  isLast: boolean,
): Promise<WireAnswer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer[]>();
  let got = Buffer.alloc(0);
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${LONGEST_MS} ms`)),
    LONGEST_MS,
  );
  const quiet = setTimeout(() => isLast && socket.end(), QUIET_MS);

  const look = (isOver: boolean): void => {
    try {
      const { answers, rest } = readAnswers(got, methods);
      const isStream = answers.some(endsConnection);
      if (isOver && rest.length > 0 && !isStream) throw new Error('half an answer');
      if (isOver || isStream || (!isLast && answers.length > 0)) resolve(answers);
      else if (isLast && answers.length >= Math.max(methods.length, 1)) socket.end();
      else quiet.refresh();
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const take = (chunk: Buffer): void => {
    got = Buffer.concat([got, chunk]);
    look(false);
  };
  const end = (): void => look(true);
  socket.on('data', take).on('end', end).on('close', end);
  socket.write(bytes);
  return promise.finally(() => {
    clearTimeout(timer);
    clearTimeout(quiet);
    socket.off('data', take).off('end', end).off('close', end);
  });
}

/** A stream has no end of its own. */
function endsConnection({ headers }: WireAnswer): boolean {
  return (
    headers['connection'] === 'close' ||
    headers['content-type']?.startsWith('text/event-stream') === true
  );
}

/** The methods of the requests that bytes seem to hold, in order. */
function methodsIn(bytes: Buffer): string[] {
  const firstLines = bytes.toString('latin1').matchAll(/([A-Z]+) \S+ HTTP\/\S+\r\n/g);
  return [...firstLines].map(([, method = 'GET']) => method);
}
