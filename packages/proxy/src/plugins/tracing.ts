import type { Attributes } from '@opentelemetry/api';

/** What a call may tell of itself. */
interface CallSpan {
  setAttribute(key: string, value: number): unknown;
}

/** Work inside of a span; `headers` pass the span on to who is called (`traceparent`). */
type SpannedCall<Answer> = (headers: Record<string, string>, span: CallSpan) => Promise<Answer>;

/** Runs a call in a span of its own. */
export type SpanMaker = <Answer>(
  name: string,
  attributes: Attributes,
  call: SpannedCall<Answer>,
) => Promise<Answer>;

const UNTRACED: CallSpan = { setAttribute: () => undefined };
let makeSpan: SpanMaker = (_name, _attributes, call) => call({}, UNTRACED);

/** From now on calls are traced. Until then nothing of OpenTelemetry is loaded. */
export function traceCalls(maker: SpanMaker): void {
  makeSpan = maker;
}

/** A call to somebody else, in a span of its own when traces are wanted. */
export const inSpan: SpanMaker = (name, attributes, call) => makeSpan(name, attributes, call);

/** Whether the standard variables of OpenTelemetry ask for traces over OTLP. */
export function wantsTraces(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'];
  if (exporter !== undefined && exporter !== '') return exporter.split(',').includes('otlp');
  return Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
