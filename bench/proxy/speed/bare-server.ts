// node bare-server.ts: answers the bytes of its environment, and 304 to whoever has them, by
// `node:http` alone; says on what port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = Buffer.from(process.env['BODY'] ?? '');
const etag = process.env['ETAG'] ?? '';

const server = createServer((request, response) => {
  response.setHeader('etag', etag);
  if (request.headers['if-none-match'] === etag) {
    response.statusCode = 304;
    return void response.end();
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
