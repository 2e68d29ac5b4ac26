import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isControlPath, pathOf } from '../request-path.ts';
import type { ActiveFault, Fault } from './fault-list.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Replaces this request's response once the request has taken effect. */
    faultAfter: ActiveFault | undefined;
  }
}

const SAMPLE_BODY = '{"message":"A response that stops in the middle of its text"}';
const GATEWAY_PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>\n';
const CHALLENGE_PAGE = `<!doctype html><title>One moment</title><h1>Checking your browser</h1>
<form method="post"><button>Continue</button></form>
`;
const LOGIN_PAGE = `<!doctype html><title>Sign in</title><h1>Sign in</h1>
<form method="post"><input name="user" aria-label="User"><button>Sign in</button></form>
`;

/** Applies the faults to every request except those to control and health paths. */
export function injectFaults(app: FastifyInstance): void {
  app.decorateRequest('faultAfter', undefined);

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (isControlPath(path)) return;
    const fault = app.sandbox.faults.take(request.method, path);
    if (fault?.when === 'after') request.faultAfter = fault;
    else if (fault?.kind === 'delay') return waitOut(fault);
    else if (fault !== undefined) return respondInstead(fault, request, reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = request.faultAfter;
    if (fault === undefined) return payload;
    request.faultAfter = undefined;
    if (fault.kind !== 'delay') return replaceResponse(fault, request, reply, payload);
    await waitOut(fault);
    return payload;
  });

  app.get('/login', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(LOGIN_PAGE),
  );
}

/** Resolves after a fault's delay, or when the faults are cleared. */
async function waitOut({ delay_ms = 1_000, cleared }: ActiveFault): Promise<void> {
  await pause(delay_ms, undefined, { signal: cleared, ref: false }).catch(() => undefined);
}

/** `before`: the request never reaches its handler. */
function respondInstead(fault: Fault, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!breaksConnection(fault)) return reply.send(prepareResponse(fault, reply));
  reply.hijack();
  breakConnection(fault, request, reply, SAMPLE_BODY);
  return reply;
}

/** `after`: returns the payload to send in place of the right one. */
async function replaceResponse(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!breaksConnection(fault)) {
    reply.removeHeader('content-length');
    return prepareResponse(fault, reply);
  }
  breakConnection(fault, request, reply, typeof payload === 'string' ? payload : SAMPLE_BODY);
  // Fastify would send when this hook ends, on a connection that we already used or broke.
  return new Promise<never>(() => {});
}

function breaksConnection({ kind }: Fault): boolean {
  return kind === 'reset' || kind === 'truncated' || kind === 'stall';
}

function breakConnection(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): void {
  const { socket } = request.raw;
  if (fault.kind === 'reset') socket.resetAndDestroy();
  if (fault.kind !== 'truncated') return;
  const bytes = Buffer.from(body);
  reply.raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
}

/** Sets the fault's status and headers; returns its body. */
function prepareResponse(fault: Fault, reply: FastifyReply): string {
  const respond = (status: number, type: string) =>
    reply.code(fault.status ?? status).type(`${type}; charset=utf-8`);
  switch (fault.kind) {
    case 'html':
      respond(502, 'text/html');
      return reply.statusCode < 300 ? CHALLENGE_PAGE : GATEWAY_PAGE;
    case 'redirect':
      respond(302, 'text/html').header('location', fault.location ?? '/login');
      return '';
    case 'not-json':
      respond(200, 'application/json');
      return 'this is not JSON';
    case 'too-many':
      respond(429, 'application/json').code(429);
      reply.header('retry-after', String(fault.retry_after_s ?? 1));
      return '{"message":"Too many requests"}';
    default:
      respond(500, 'application/json');
      if (typeof fault.body === 'string') return fault.body;
      return JSON.stringify(fault.body ?? { message: 'Injected fault' });
  }
}
