import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay between browser and proxy that a test can cut, as a tunnel or a lost signal does. */
export interface Network {
  /** `http://127.0.0.1:<port>`: the proxy's address as the browser knows it. */
  url: string;
  /** Drops every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Starts a relay; `target` is read for each connection, because the proxy starts after its address is known. */
export async function startNetwork(target: () => string): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const { hostname, port } = new URL(target());
    const upstream = connect(Number(port), hostname);
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => sockets.delete(one));
    }
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dropAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      dropAll();
    },
    restore() {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropAll();
      }),
  };
}
