import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../path-of.ts';
import type { Fault } from './fault.ts';
import type { FaultList, MetFault } from './fault-list.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Spoils this request's answer once its effect has happened. */
    faultAfter: MetFault | undefined;
  }
}

const SAMPLE_BODY = '{"message":"An answer that stops in the middle of its words"}';
const GATEWAY_PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>\n';
const CHALLENGE_PAGE =
  '<!doctype html><title>One moment</title><h1>Checking your browser</h1>\n<form method="post"><button>Continue</button></form>\n';
const LOGIN_PAGE =
  '<!doctype html><title>Sign in</title><h1>Sign in</h1>\n<form method="post"><input name="user"><button>Sign in</button></form>\n';

/** Lets the ordered faults meet every request but those of the control addresses. */
export function spoilAnswers(app: FastifyInstance, faults: FaultList): void {
  app.decorateRequest('faultAfter', undefined);
  app.get('/login', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(LOGIN_PAGE),
  );

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (path.startsWith('/_control') || path === '/healthz' || path === '/readyz') return;
    const fault = faults.take(request.method, path);
    if (fault?.when === 'after') request.faultAfter = fault;
    else if (fault?.kind === 'delay') return outlast(fault);
    else if (fault !== undefined) return answerInstead(fault, request, reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = request.faultAfter;
    if (fault === undefined) return payload;
    request.faultAfter = undefined;
    if (fault.kind !== 'delay') return spoil(fault, request, reply, payload);
    await outlast(fault);
    return payload;
  });
}

/** Resolves after the time of a `delay`, or once the faults are taken back. */
async function outlast({ delay_ms = 1_000, cleared }: MetFault): Promise<void> {
  await pause(delay_ms, undefined, { signal: cleared, ref: false }).catch(() => undefined);
}

/** `before`: the request never reaches its handler. */
function answerInstead(fault: Fault, request: FastifyRequest, reply: FastifyReply) {
  if (breaksConnection(fault)) {
    reply.hijack();
    return breakConnection(fault, request, reply, SAMPLE_BODY);
  }
  return reply.send(dress(fault, reply));
}

/** `after`: what is sent in place of `payload`. */
async function spoil(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!breaksConnection(fault)) {
    reply.removeHeader('content-length');
    return dress(fault, reply);
  }
  breakConnection(fault, request, reply, typeof payload === 'string' ? payload : SAMPLE_BODY);
  // Fastify sends when this hook ends; the connection is ours now, so it never does.
  return new Promise<never>(() => {});
}

function breaksConnection(fault: Fault): boolean {
  return fault.kind === 'reset' || fault.kind === 'truncated' || fault.kind === 'stall';
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

/** Sets status and headers of the fault; returns its body. */
function dress(fault: Fault, reply: FastifyReply): string {
  switch (fault.kind) {
    case 'html':
      reply.code(fault.status ?? 502).type('text/html; charset=utf-8');
      return (fault.status ?? 502) < 300 ? CHALLENGE_PAGE : GATEWAY_PAGE;
    case 'redirect':
      reply.code(fault.status ?? 302).header('location', fault.location ?? '/login');
      reply.type('text/html; charset=utf-8');
      return '';
    case 'not-json':
      reply.code(fault.status ?? 200).type('application/json; charset=utf-8');
      return 'this is not JSON';
    case 'too-many':
      reply.code(429).header('retry-after', String(fault.retry_after_s ?? 1));
      reply.type('application/json; charset=utf-8');
      return '{"message":"Too many requests"}';
    default:
      reply.code(fault.status ?? 500).type('application/json; charset=utf-8');
      if (typeof fault.body === 'string') return fault.body;
      return JSON.stringify(fault.body ?? { message: 'Ordered fault' });
  }
}
