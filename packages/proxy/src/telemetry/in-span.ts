import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Under what name our spans are made. */
export const TRACER = 'precandidate-proxy';

/**
 * A call to somebody else, in a span of its own when traces are wanted; `headers` pass it on
 * (`traceparent`). An error is told by its being there only: its words may hold an address.
 */
export async function inSpan<Answer>(
  name: string,
  attributes: Attributes,
  call: (headers: Record<string, string>, span: Span) => Promise<Answer>,
): Promise<Answer> {
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
}
