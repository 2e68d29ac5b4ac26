import {
  type Context,
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator, getNumberFromEnv, getStringFromEnv } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from './app-type.ts';
import { TRACER } from './tracing.ts';

/**
 * Sends a span for each request and each outgoing call as OTLP over HTTP (JSON), configured by the
 * standard `OTEL_*` variables. Loaded only when they turn tracing on.
 */
export const openTelemetry = fp(
  async (app: App) => {
    const resource = defaultResource().merge(detectResources({ detectors: [envDetector] }));
    const delay = getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY');
    const processor = new BatchSpanProcessor({
      exporter: new OTLPTraceExporter(),
      ...(delay !== undefined && { scheduledDelayMillis: delay }),
    });
    const provider = new TracerProvider({
      resource,
      sampler: samplerNamed(getStringFromEnv('OTEL_TRACES_SAMPLER') ?? ''),
      spanProcessors: [processor],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    // Without baggage: what a browser sends in it is not passed on.
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const isGlobal = trace.setGlobalTracerProvider(provider);
    traceRequests(app);
    app.addHook('onClose', async () => {
      // Another proxy of this process may register its own later.
      if (isGlobal) for (const api of [context, propagation, trace]) api.disable();
      await provider.shutdown();
    });
  },
  { name: 'open-telemetry' },
);

/** An unknown name means the standard's default. */
function samplerNamed(name: string): Sampler {
  const root = rootSampler(name.replace(/^parentbased_/, ''));
  const isAlone = ['always_on', 'always_off', 'traceidratio'].includes(name);
  return isAlone ? root : new ParentBasedSampler({ root });
}

function rootSampler(name: string): Sampler {
  const ratio = getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1;
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

/** A span for each request with its method, route pattern, and status, and nothing that names a person. */
function traceRequests(app: App): void {
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
