import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { type Owner, serve } from './resources.ts';

/** As `preload-tracing.ts` sends it. */
export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
}

/** Receives the spans of a process until it ends. */
export async function startCollector(t: Owner) {
  const bodies: string[] = [];
  const url = await serve(t, async (request, response) => {
    bodies.push(await text(request));
    response.end();
  });
  return {
    url,
    /** Everything that came, as it came. */
    text: () => bodies.join('\n'),
    /** The first span of this name, in a trace if one is given. */
    span(name: string, traceId?: string): CollectedSpan {
      const spans = bodies.flatMap((body) => JSON.parse(body) as CollectedSpan[]);
      const found = spans.find(
        (span) => span.name === name && (traceId ?? span.traceId) === span.traceId,
      );
      return found ?? assert.fail(`no ${name} among: ${spans.map((span) => span.name).join(', ')}`);
    },
  };
}
