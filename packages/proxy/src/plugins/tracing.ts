import type { Attributes } from '@opentelemetry/api';

/** The part of a span that a call may use. */
interface CallSpan {
  setAttribute(key: string, value: number): unknown;
}

/** A call inside a span; `headers` pass the span on (`traceparent`). */
type SpannedCall<Answer> = (headers: Record<string, string>, span: CallSpan) => Promise<Answer>;

/** Runs a call in its own span. */
export type SpanMaker = <Answer>(
  name: string,
  attributes: Attributes,
  call: SpannedCall<Answer>,
) => Promise<Answer>;

const UNTRACED: CallSpan = { setAttribute: () => undefined };
let makeSpan: SpanMaker = (_name, _attributes, call) => call({}, UNTRACED);

/** Traces calls from now on. Nothing of OpenTelemetry is loaded before. */
export function traceCalls(maker: SpanMaker): void {
  makeSpan = maker;
}

/** An outgoing call, in its own span when tracing is on. */
export const inSpan: SpanMaker = (name, attributes, call) => makeSpan(name, attributes, call);

/** Whether the standard variables of OpenTelemetry turn on traces over OTLP. */
export function wantsTraces(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'];
  if (exporter !== undefined && exporter !== '') return exporter.split(',').includes('otlp');
  return Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
