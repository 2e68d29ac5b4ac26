import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../http/app-type.ts';

const TRACER = 'precandidate-proxy';

/**
 * Makes an outgoing call in a span of its own, which does nothing while tracing is off. `headers` pass
 * the span on (`traceparent`). A failure is recorded without its message, which may contain an address.
 */
export function inSpan<Response>(
  name: string,
  attributes: Attributes,
  call: (headers: Record<string, string>, span: Span) => Promise<Response>,
): Promise<Response> {
  const options = { kind: SpanKind.CLIENT, attributes };
  return trace.getTracer(TRACER).startActiveSpan(name, options, async (span) => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    try {
      return await call(headers, span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Whether an SDK makes spans: without one, they have no valid id. */
const isOn = (tracer: Tracer): boolean =>
  isSpanContextValid(tracer.startSpan('start').spanContext());

/**
 * A span for each request with its method, route pattern, and status, and nothing that names a person.
 * Without an SDK, which the operator preloads, requests have no hooks for it.
 */
export const tracing = fp(
  async (app: App) => {
    const tracer = trace.getTracer(TRACER);
    if (!isOn(tracer)) return;
    const contexts = new WeakMap<FastifyRequest, Context>();

    app.addHook('onRequest', (request, reply, done) => {
      const { method, routeOptions, headers } = request;
      const route = routeOptions.url ?? 'none';
      const caller = propagation.extract(context.active(), headers);
      const attributes = { 'http.request.method': method, 'http.route': route };
      const kind = SpanKind.SERVER;
      const span = tracer.startSpan(`${method} ${route}`, { kind, attributes }, caller);
      reply.raw.once('close', () => {
        span.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      const inside = trace.setSpan(caller, span);
      contexts.set(request, inside);
      context.with(inside, done);
    });
    // Reading a body loses the context of the first hook.
    app.addHook('preValidation', (request, _reply, done) =>
      context.with(contexts.get(request) ?? context.active(), done),
    );
  },
  { name: 'tracing' },
);
