import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';

/** Preloaded like the SDK of an operator: sends spans to `COLLECTOR_URL` every five seconds, and at the end. */
const exporter = {
  async export(spans: ReadableSpan[], done: (result: { code: 0 }) => void): Promise<void> {
    const body = JSON.stringify(spans.map(shown));
    await fetch(process.env['COLLECTOR_URL'] ?? '', { method: 'POST', body });
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};

const shown = (span: ReadableSpan) => ({
  name: span.name,
  attributes: span.attributes,
  status: span.status,
  events: span.events,
  parentSpanId: span.parentSpanContext?.spanId,
  ...span.spanContext(),
});

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
trace.setGlobalTracerProvider(provider);
process.once('SIGTERM', () => void provider.shutdown());
