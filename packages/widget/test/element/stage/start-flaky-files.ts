import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The proxy’s files, but the element fails twice and the form app six times before they load, and the
 * combobox never loads.
 */
export async function startFlakyFiles(proxyUrl: string) {
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const count = (requests.get(path) ?? 0) + 1;
    requests.set(path, count);
    response.setHeader('access-control-allow-origin', '*');
    const isLost = /combobox\./.test(path);
    const isLate =
      (count <= 2 && /element\./.test(path)) || (count <= 6 && /mount-form\./.test(path));
    if (isLost || isLate) {
      response.writeHead(503).end();
      return;
    }
    void fetch(proxyUrl + path).then(async (file) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(await file.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
