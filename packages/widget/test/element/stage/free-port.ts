import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Linux gives no connection a port of this range, so none takes a free one before a server does. */
const PORTS = { from: 20_000, to: 32_000 };

/** A port that is free now: the proxy has to know the test page's origin before the page is served. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      continue;
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
