// node bare-server.ts: answers what its environment holds, and 304 to whoever has it, by `node:http`
// alone; says on what port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answers } from './answers.ts';

const { etag, body, headers, headers_304 } = JSON.parse(process.env['ANSWERS'] ?? '') as Answers;

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) response.writeHead(304, headers_304).end();
  else response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
