import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** As `preload-tracing.ts` sends it. */
export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
}

/** Receives the spans of a process until it ends. */
export async function startCollector(t: TestContext) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that came, as it came. */
    text: () => bodies.join('\n'),
    /** The first span of this name. */
    span(name: string): CollectedSpan {
      const spans = bodies.flatMap((body) => JSON.parse(body) as CollectedSpan[]);
      const found = spans.find((span) => span.name === name);
      return found ?? assert.fail(`no ${name} among: ${spans.map((span) => span.name).join(', ')}`);
    },
  };
}
