import {
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';
import { TRACER } from './tracer.ts';

/** A span for each request: method, route pattern and status, and nothing that names a person. */
export function traceRequests(app: App): void {
  const tracer = trace.getTracer(TRACER);
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
}
