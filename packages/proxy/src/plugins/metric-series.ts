import { Counter, Histogram, type Registry } from 'prom-client';

/** What is counted as it happens. */
export function createSeries(registers: Registry[]) {
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
  const schemaWork = new Counter({
    name: 'precandidate_schema_work_total',
    help: 'Schemas admitted and forms drawn: once for all candidates of a pipeline',
    labelNames: ['work'],
    registers,
  });
  const problems = new Counter({
    name: 'precandidate_problems_total',
    help: 'Problems answered, by name',
    labelNames: ['problem'],
    registers,
  });

  const answers = new Histogram({
    name: 'precandidate_answer_seconds',
    help: 'Time to the end of an answer, by path and class of status; streams and waits end late',
    labelNames: ['route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const looks = new Counter({
    name: 'precandidate_looks_total',
    help: 'Looks of the watch at a person, by what they found',
    labelNames: ['outcome'],
    registers,
  });
  const webhooks = new Counter({
    name: 'precandidate_webhooks_total',
    help: 'Completion webhooks taken in, by what was made of them',
    labelNames: ['outcome'],
    registers,
  });
  const purged = new Counter({
    name: 'precandidate_purged_total',
    help: 'Rows deleted because of their age, by what they were',
    labelNames: ['what'],
    registers,
  });
  return { upstream, schemas, schemaWork, problems, answers, looks, webhooks, purged };
}
