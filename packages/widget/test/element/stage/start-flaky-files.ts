import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The proxy's files, but the element, what conducts it and the form each fail twice before they come, and what makes
 * some fields nicer never comes.
 */
export async function startFlakyFiles(proxyUrl: string) {
  const requests = new Map<string, number>();
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const count = (requests.get(path) ?? 0) + 1;
    requests.set(path, count);
    response.setHeader('access-control-allow-origin', '*');
    const isLost = /(dates|combobox)\./.test(path);
    const isLate = count <= 2 && /(conduct|element|mount-form)\./.test(path);
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
