import type { Attributes } from '@opentelemetry/api';

/** What a call may tell of itself. */
export interface CallSpan {
  setAttribute(key: string, value: number): unknown;
}

/** Work inside of a span; `headers` pass the span on to who is called (`traceparent`). */
export type SpannedCall<Answer> = (
  headers: Record<string, string>,
  span: CallSpan,
) => Promise<Answer>;

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
