import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** What an operator sees. Labels are closed sets of words; none is a person, an address or a value. */
export interface Metrics {
  readonly registry: Registry;
  /** A call to the service ended, with this status or `unreachable`. */
  upstreamCall(outcome: string): void;
  schemaChanges(changes: readonly string[]): void;
  problem(name: string): void;
  /** A completion webhook came in. `late`: its completion was found by looking before. */
  webhook(outcome: 'taken' | 'differing' | 'duplicate' | 'late'): void;
  /** A gauge that is read when it is scraped. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** The same with one label. */
  gauges(name: string, help: string, label: string, read: () => Promise<[string, number][]>): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const upstream = new Counter({
    name: 'precandidate_upstream_calls_total',
    help: 'Calls to the service by status',
    labelNames: ['outcome'],
    registers,
  });
  const schemas = new Counter({
    name: 'precandidate_schema_changes_total',
    help: 'What was taken out of schemas on admission, by kind',
    labelNames: ['change'],
    registers,
  });
  const problems = new Counter({
    name: 'precandidate_problems_total',
    help: 'Problems answered, by name',
    labelNames: ['problem'],
    registers,
  });

  const webhooks = new Counter({
    name: 'precandidate_webhooks_total',
    help: 'Completion webhooks taken in, by what was made of them',
    labelNames: ['outcome'],
    registers,
  });

  return {
    registry,
    upstreamCall: (outcome) => upstream.inc({ outcome }),
    schemaChanges(changes) {
      for (const change of changes) schemas.inc({ change: change.split(' ')[0] ?? change });
    },
    problem: (name) => problems.inc({ problem: name }),
    webhook: (outcome) => webhooks.inc({ outcome }),
    gauge(name, help, read) {
      new Gauge({
        name: `precandidate_${name}`,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
    gauges(name, help, label, read) {
      new Gauge({
        name: `precandidate_${name}`,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset();
          for (const [value, number] of await read()) this.set({ [label]: value }, number);
        },
      });
    },
  };
}
