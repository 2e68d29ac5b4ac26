import { Agent, request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse, OutgoingHttpHeaders } from 'node:http2';
import { constants, createBrotliCompress } from 'node:zlib';
import { listenHttp2, type Line } from './listen-http2.ts';

/** What HTTP/2 has no place for. */
const OF_HTTP_1 = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host']);
const TEXT = /^(?:text\/(?:html|css|javascript)|application\/(?:problem\+)?json)/;

/** What a host puts before Node: TLS, HTTP/2, and compression of answers that have none. */
export interface Front {
  /** Its origin. */
  url: string;
  /** Where requests go from now on. */
  leadTo(target: string): void;
  close(): void;
}

/** A reverse proxy. Until it leads anywhere it answers 502. */
export async function openFront(line: Line): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  let target: string | undefined;
  const server = await listenHttp2(line, (request, response) => {
    if (target === undefined) return void response.writeHead(502).end();
    pass(request, response, { agent, target });
  });
  return {
    url: `https://127.0.0.1:${server.port}`,
    leadTo: (url) => {
      target = url;
    },
    close() {
      server.close();
      agent.destroy();
    },
  };
}

function pass(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { agent, target }: { agent: Agent; target: string },
): void {
  const headers = {
    ...fit(request.headers),
    host: request.authority,
    'x-forwarded-for': '127.0.0.1',
  };
  const onward = ask(target + request.url, { method: request.method, headers, agent });
  onward.on('response', (answer) => giveBack(answer, response));
  onward.on('error', () => response.writableEnded || response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

function giveBack(answer: IncomingMessage, response: Http2ServerResponse): void {
  const headers = fit(answer.headers);
  const isBare = answer.headers['content-encoding'] === undefined;
  if (isBare && TEXT.test(answer.headers['content-type'] ?? '')) {
    const { 'content-length': _, ...rest } = headers;
    response.writeHead(answer.statusCode ?? 502, { ...rest, 'content-encoding': 'br' });
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    answer.pipe(createBrotliCompress({ params })).pipe(response);
    return;
  }
  response.writeHead(answer.statusCode ?? 502, headers);
  answer.pipe(response);
}

function fit(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !OF_HTTP_1.has(name) && !name.startsWith(':'),
  );
  return Object.fromEntries(kept);
}
