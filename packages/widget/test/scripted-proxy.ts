import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATHS, problem, type ProblemName, type Snapshot } from 'precandidate-contract';

/** A request as the proxy got it. */
export interface SeenRequest {
  path: string;
  token: string;
  key: string | undefined;
  schema: string | undefined;
  accept: string;
  type: string | undefined;
  body: unknown;
}

type Answer = (response: ServerResponse, request: SeenRequest) => void;

/**
 * A proxy whose answers a test decides one by one, over real HTTP: for orders of events that the
 * real one gives only by accident. The whole way with the real one is tried in `element/`.
 */
export class ScriptedProxy {
  readonly seen: SeenRequest[] = [];
  snapshot: Snapshot;
  /** Answers to come before the usual ones, by the last part of the path's kind. */
  readonly next: Record<'bootstrap' | 'session' | 'status' | 'submission' | 'stream', Answer[]> = {
    bootstrap: [],
    session: [],
    status: [],
    submission: [],
    stream: [],
  };
  readonly #streams = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #waiting = new Set<() => void>();

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  /** Sends a snapshot to all who listen; without it, the current one is what they know. */
  send(change: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, revision: this.snapshot.revision + 1, ...change };
    for (const stream of this.#streams) stream.write(frameOf(this.snapshot));
  }

  /** Sends a snapshot that came late. */
  sendLate(late: Partial<Snapshot>): void {
    for (const stream of this.#streams) stream.write(frameOf({ ...this.snapshot, ...late }));
  }

  endStreams(): void {
    for (const stream of this.#streams) stream.end();
  }

  /** Resolves once `isSo` holds; checked after every request, and when a stream closes. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  requests(kind: keyof ScriptedProxy['next']): SeenRequest[] {
    return this.seen.filter((request) => kindOf(request) === kind);
  }

  /** The submits so far. */
  attempts(): SeenRequest[] {
    return this.requests('submission');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    this.seen.push(seen);
    const kind = kindOf(seen);
    const scripted = kind && this.next[kind].shift();
    if (scripted) scripted(response, seen);
    else this.#answer(seen, response);
    this.#happened();
  }

  #answer(request: SeenRequest, response: ServerResponse): void {
    switch (kindOf(request)) {
      case 'bootstrap':
        return json(response, 200, this.#bootstrap());
      case 'stream':
        return this.#stream(response);
      case 'submission':
        this.send({ state: 'sending', attempt: this.snapshot.attempt + 1 });
        return json(response, 202, this.snapshot);
      case 'status':
        return json(response, 200, this.snapshot);
      default:
        return json(response, 404, problem('path-not-found'));
    }
  }

  #bootstrap() {
    const isOver = this.snapshot.state === 'submitted';
    return {
      schema: isOver ? null : { type: 'object', properties: {} },
      schema_etag: isOver ? null : '"etag"',
      snapshot: this.snapshot,
      record: { precandidate_id: 'form', country_code: 'pe' },
      locale: 'es-PE',
      fields: null,
      draft_keys: ['key'],
    };
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(frameOf(this.snapshot));
    this.#streams.add(response);
    response.on('close', () => {
      this.#streams.delete(response);
      this.#happened();
    });
  }

  #happened(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** Answers with a problem of the catalogue. */
export function refuse(name: ProblemName): Answer {
  const body = problem(name);
  return (response) => json(response, body.status, body);
}

/** Takes the request and breaks the line: the browser cannot know what became of it. */
export const hangUp: Answer = (response) => response.destroy();

export function answerWith(status: number, body: unknown): Answer {
  return (response) => json(response, status, body);
}

function kindOf({ path, accept }: SeenRequest): keyof ScriptedProxy['next'] | undefined {
  if (path === PATHS.bootstrap) return 'bootstrap';
  if (path === '/session') return 'session';
  if (path.includes('/submission/')) return 'submission';
  if (!path.includes('/status/')) return undefined;
  return accept === 'text/event-stream' ? 'stream' : 'status';
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function frameOf(snapshot: Snapshot): string {
  return `id: ${snapshot.revision}\nevent: snapshot\ndata: ${JSON.stringify(snapshot)}\n\n`;
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { headers } = request;
  const body = text === '' ? undefined : JSON.parse(text);
  return {
    path: request.url ?? '',
    token: headers.authorization?.replace('Bearer ', '') ?? body?.session ?? '',
    type: headers['content-type'],
    key: headers['idempotency-key']?.toString(),
    schema: headers['precandidate-schema'] as string | undefined,
    accept: headers.accept ?? '',
    body,
  };
}
