// node bare-server.ts: sends the responses of its environment with `node:http` alone; prints its address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Responses } from './cached-schema.ts';

const { etag, body, headers, headers_304 } = JSON.parse(
  process.env['RESPONSES'] ?? '',
) as Responses;

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) response.writeHead(304, headers_304).end();
  else response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
