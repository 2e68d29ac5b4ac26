import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Socket,
} from 'node:net';

/** A TCP relay that a test can cut, as a tunnel or a lost signal does. */
export interface Network {
  /** `http://127.0.0.1:<port>`: the address of what is behind it, as its clients know it. */
  url: string;
  /** Drops every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  /** Passes nothing on over the connections that are open, as a firewall that forgot them. */
  silence(): void;
  close(): Promise<void>;
}

/** Starts a relay; `target` is read for each connection, because it may start after its address is known. */
export async function startNetwork(target: () => NetConnectOpts): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const upstream = connect(target());
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => sockets.delete(one));
    }
    socket.pipe(upstream).pipe(socket);
    // A reset ends no pipe: without this, the other side would wait for ever.
    socket.on('close', () => upstream.end());
    upstream.on('close', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const silenceAll = () => sockets.forEach((socket) => socket.unpipe().pause());
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
    silence: silenceAll,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropAll();
      }),
  };
}
