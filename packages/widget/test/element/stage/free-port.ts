import { createServer, type AddressInfo } from 'node:net';

/** A port that is free now: the proxy has to know the test page's origin before the page is served. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
