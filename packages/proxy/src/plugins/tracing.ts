import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export const TRACER = 'precandidate-proxy';

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

/** Whether the standard variables of OpenTelemetry turn on traces over OTLP. */
export function wantsTraces(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'];
  if (exporter !== undefined && exporter !== '') return exporter.split(',').includes('otlp');
  return Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
