import fp from 'fastify-plugin';
import { PROBLEMS } from 'precandidate-contract';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../http/app-type.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

export const metrics = fp(async (app: App) => void app.decorate('metrics', createMetrics()), {
  name: 'metrics',
});

/** Scrapes within this time share one result: an anonymous caller cannot load the database. */
const SCRAPE_MS = 1_000;

/** A timer measures the delay of the event loop. Its default, 10 ms, takes most of an idle process's CPU. */
const LOOP_RESOLUTION_MS = 100;

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels take values from closed sets; none is a person, an address, or a value of a form. */
function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: LOOP_RESOLUTION_MS,
  });
  return {
    /** All metrics in the Prometheus text format, at most a second old. */
    scrape: cachedFor(SCRAPE_MS, () => registry.metrics()),
    contentType: registry.contentType,
    ...createCounters(registry),
    ...createGauges(registry),
  };
}

function createCounters(registry: Registry) {
  const registers = [registry];
  /** A counter with one label: a function that counts one of its values. */
  function counter<Value extends string>(name: string, help: string, label: string) {
    const labelNames = [label];
    const all = new Counter({ name: `precandidate_${name}_total`, help, labelNames, registers });
    return (value: Value, count = 1) => all.inc({ [label]: value }, count);
  }
  const problem = counter('problems', 'Problem responses, by name', 'problem');
  // Prometheus computes no rate from a series whose first value is 1.
  for (const name of Object.keys(PROBLEMS)) problem(name, 0);
  const unreadable = new Counter({
    name: 'precandidate_submissions_unreadable_total',
    help: 'Tries to deliver a submission that no SESSION_SECRETS of the process opens',
    registers,
  });
  const responses = new Histogram({
    name: 'precandidate_response_seconds',
    help: 'Time until a response ended, by path and status class; streams end late',
    labelNames: ['route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });

  return {
    problem,
    submissionUnreadable: () => unreadable.inc(),
    /** A response ended; that of a stream, when it was closed. */
    response: (route: string, status: number, seconds: number) =>
      responses.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
    poll: counter<'news' | 'nothing' | 'failed'>(
      'polls',
      'Polls of a person, by outcome',
      'outcome',
    ),
    /** A call to the service ended with this status, or `unreachable`. */
    upstreamCall: counter('upstream_calls', 'Calls to the service by status', 'outcome'),
    schemaChange: counter(
      'schema_changes',
      'What sanitizing removed from schemas, by kind',
      'change',
    ),
    schemaWork: counter<'sanitized' | 'rendered'>(
      'schema_work',
      'Schemas sanitized and forms rendered: once for all candidates of a pipeline',
      'work',
    ),
    /** A completion webhook arrived. */
    webhook: counter<'taken' | 'differing' | 'duplicate'>(
      'webhooks',
      'Completion webhooks received, by outcome',
      'outcome',
    ),
    /** An event was sent: the status, or the kind of failure. */
    relaySend: counter('relay_sends', 'Events sent, by status or kind of failure', 'outcome'),
    purged: counter('purged', 'Rows deleted because of their age, by kind', 'what'),
  };
}

/** Gauges are read when they are scraped. */
function createGauges(registry: Registry) {
  /** With one label: a number for each of its values. */
  function gauges(
    name: string,
    help: string,
    label: string | undefined,
    read: () => Promise<[string, number][]>,
  ): void {
    new Gauge({
      name: `precandidate_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        // 0, or without values, when it cannot be read; the other metrics are still reported.
        this.reset();
        const numbers = await read().catch(() => []);
        for (const [value, number] of numbers)
          this.set(label === undefined ? {} : { [label]: value }, number);
      },
    });
  }

  return {
    gauges,
    gauge: (name: string, help: string, read: () => Promise<number>): void =>
      gauges(name, help, undefined, async () => [['', await read()]]),
  };
}

/** Calls within `ms` of the last one share its result, errors included. */
export function cachedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let cached: { at: number; value: Promise<Value> } | undefined;
  return () => {
    const now = performance.now();
    if (cached === undefined || now - cached.at >= ms) cached = { at: now, value: read() };
    return cached.value;
  };
}
