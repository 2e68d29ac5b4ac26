import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { SpanMaker } from './in-span.ts';
import { TRACER } from './tracer.ts';

/** An error is told by its being there only: its words may hold an address. */
export const clientSpan: SpanMaker = async (name, attributes, call) => {
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind.CLIENT, attributes });
  const inside = trace.setSpan(context.active(), span);
  const headers: Record<string, string> = {};
  propagation.inject(inside, headers);
  try {
    return await context.with(inside, () => call(headers, span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};
