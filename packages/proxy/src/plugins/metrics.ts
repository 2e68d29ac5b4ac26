import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createSeries } from './metric-series.ts';

/** What an operator sees. Labels are closed sets of words; none is a person, an address or a value. */
export interface Metrics {
  readonly registry: Registry;
  /** A call to the service ended, with this status or `unreachable`. */
  upstreamCall(outcome: string): void;
  /** A request was answered; of a stream, when it ended. */
  answer(route: string, status: number, seconds: number): void;
  /** The watch looked at a person. */
  look(outcome: 'news' | 'nothing' | 'failed'): void;
  /** A schema was admitted, with these changes. */
  schemaChanges(changes: readonly string[]): void;
  /** A form is drawn: once for all candidates of a pipeline. */
  formDrawn(): void;
  problem(name: string): void;
  /** A completion webhook came in. `late`: its completion was found by looking before. */
  webhook(outcome: 'taken' | 'differing' | 'duplicate' | 'late'): void;
  /** So many rows were deleted because of their age. */
  purged(what: string, count: number): void;
  /** A gauge that is read when it is scraped. */
  gauge(name: string, help: string, read: () => Promise<number>): void;
  /** The same with one label. */
  gauges(name: string, help: string, label: string, read: () => Promise<[string, number][]>): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const { upstream, schemas, schemaWork, problems, answers, looks, webhooks, purged } =
    createSeries(registers);

  return {
    registry,
    answer: (route, status, seconds) =>
      answers.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
    look: (outcome) => looks.inc({ outcome }),
    upstreamCall: (outcome) => upstream.inc({ outcome }),
    schemaChanges(changes) {
      schemaWork.inc({ work: 'admitted' });
      for (const change of changes) schemas.inc({ change: change.split(' ')[0] ?? change });
    },
    formDrawn: () => schemaWork.inc({ work: 'drawn' }),
    problem: (name) => problems.inc({ problem: name }),
    webhook: (outcome) => webhooks.inc({ outcome }),
    purged: (what, count) => purged.inc({ what }, count),
    gauge(name, help, read) {
      new Gauge({
        name: `precandidate_${name}`,
        help,
        registers,
        async collect() {
          // With the database down the others are still told.
          await read().then(
            (value) => this.set(value),
            () => this.reset(),
          );
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
          const values = await read().catch(() => []);
          for (const [value, number] of values) this.set({ [label]: value }, number);
        },
      });
    },
  };
}
