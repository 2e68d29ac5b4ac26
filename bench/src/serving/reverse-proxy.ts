import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, OutgoingHttpHeaders } from 'node:http2';
import { constants, createBrotliCompress } from 'node:zlib';
import { listenHttp2, type Certificate } from './http2-server.ts';

/** Headers that HTTP/2 does not allow. */
const HTTP_1_ONLY = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host']);
const TEXT = /^(?:text\/(?:html|css|javascript)|application\/(?:problem\+)?json)/;

/** What hosts put before Node: TLS, HTTP/2, and compression of uncompressed responses. */
export interface ReverseProxy {
  /** Its origin. */
  url: string;
  forwardTo(target: string): void;
  close(): void;
}

/** Responds with 502 until it has a target. */
export async function startReverseProxy(certificate: Certificate): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true });
  let target: string | undefined;
  const server = await listenHttp2(certificate, (request, response) => {
    if (target === undefined) return void response.writeHead(502).end();
    forward(request, response, { agent, target });
  });
  return {
    url: `https://127.0.0.1:${server.port}`,
    forwardTo: (url) => {
      target = url;
    },
    close() {
      server.close();
      agent.destroy();
    },
  };
}

function forward(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { agent, target }: { agent: Agent; target: string },
): void {
  const headers = {
    ...withoutHttp1(request.headers),
    host: request.authority,
    'x-forwarded-for': '127.0.0.1',
  };
  const forwarded = httpRequest(target + request.url, { method: request.method, headers, agent });
  forwarded.on('response', (upstream) => respond(upstream, response));
  forwarded.on('error', () => response.writableEnded || response.destroy());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

function respond(upstream: IncomingMessage, response: Http2ServerResponse): void {
  const headers = withoutHttp1(upstream.headers);
  const isUncompressed = upstream.headers['content-encoding'] === undefined;
  if (isUncompressed && TEXT.test(upstream.headers['content-type'] ?? '')) {
    const { 'content-length': _, ...rest } = headers;
    response.writeHead(upstream.statusCode ?? 502, { ...rest, 'content-encoding': 'br' });
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    upstream.pipe(createBrotliCompress({ params })).pipe(response);
    return;
  }
  response.writeHead(upstream.statusCode ?? 502, headers);
  upstream.pipe(response);
}

function withoutHttp1(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !HTTP_1_ONLY.has(name) && !name.startsWith(':'),
  );
  return Object.fromEntries(kept);
}
