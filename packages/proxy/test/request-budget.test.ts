import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../src/db/database.ts';
import { createRequestBudget } from '../src/upstream/request-budget.ts';
import { onBothEngines } from './on-both-engines.ts';

const onError = (error: unknown) => assert.fail(error as Error);
const BUSY = { problemName: 'service-busy' };
/** How long a poll waits, and how long a candidate. */
const [POLL_MS, CANDIDATE_MS] = [250, 5_000];

onBothEngines('request_budget', (db) => {
  /** A budget that nobody has used, and how many statements it ran. */
  async function openBudget(perSecond: number) {
    await db().query('delete from request_budgets');
    let statements = 0;
    const counted: Database = {
      ...db(),
      queryLossy(sql, ...params) {
        statements += 1;
        return db().queryLossy(sql, ...params);
      },
    };
    return {
      budget: createRequestBudget(counted, perSecond, onError),
      /** The same budget in another process. */
      other: createRequestBudget(db(), perSecond, onError),
      statements: () => statements,
    };
  }

  /** How many of `calls` calls are made without waiting, and how long that took. */
  async function madeAtOnce(budgets: ReturnType<typeof createRequestBudget>[], calls: number) {
    const began = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: calls }, (_, index) => budgets[index % budgets.length]!.acquire(0)),
    );
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    return { made, ms: performance.now() - began };
  }

  test('admits a second’s worth of calls at once', async () => {
    const { budget } = await openBudget(10);
    const { made, ms } = await madeAtOnce([budget], 40);
    assert.ok(made >= 10 && made <= 10 + ms * 0.01 + 1, `${made} in ${ms} ms`);
  });

  test('processes share one budget', async () => {
    const { budget, other } = await openBudget(10);
    const { made, ms } = await madeAtOnce([budget, other], 40);
    assert.ok(made >= 10 && made <= 10 + ms * 0.01 + 1, `${made} in ${ms} ms`);
  });

  test('concurrent calls use the statements of one', async () => {
    const { budget, statements } = await openBudget(100);
    await Promise.all(Array.from({ length: 100 }, () => budget.acquire(POLL_MS)));
    assert.equal(statements(), 2);
  });

  test('admits a second’s worth also when a call costs a fraction of a millisecond', async () => {
    const { budget } = await openBudget(700);
    const { made, ms } = await madeAtOnce([budget], 2_000);
    assert.ok(made >= 699 && made <= 701 + ms * 0.7, `${made} in ${ms} ms`);
  });

  test('candidates go before polls that came first', async () => {
    const { budget } = await openBudget(20);
    await Promise.all(Array.from({ length: 20 }, () => budget.acquire(POLL_MS)));
    const order: string[] = [];
    const polls = Array.from({ length: 3 }, () =>
      budget.acquire(POLL_MS).then(() => order.push('poll')),
    );
    const candidate = budget.acquire(CANDIDATE_MS).then(() => order.push('candidate'));
    await Promise.all([candidate, ...polls]);
    assert.deepEqual(order, ['candidate', 'poll', 'poll', 'poll']);
  });

  test('rejects calls at once, without a statement, while the service asks to wait', async () => {
    const { budget, statements } = await openBudget(20);
    await budget.acquire(POLL_MS);
    await budget.report('failed', 60_000);
    await assert.rejects(budget.acquire(CANDIDATE_MS), BUSY);
    const before = statements();
    const isAMinute = ({ headers }: { headers: Record<string, string> }) =>
      Number(headers['retry-after']) > 50 && Number(headers['retry-after']) <= 61;
    await assert.rejects(budget.acquire(CANDIDATE_MS), isAMinute);
    assert.equal(statements(), before);
  });

  test('five failures in a row open the circuit breaker for all processes', async () => {
    const { budget, other } = await openBudget(20);
    await budget.acquire(POLL_MS);
    for (let failure = 1; failure <= 4; failure += 1) await budget.report('failed', 0);
    assert.equal((await other.state()).isOpen, false);
    await budget.report('failed', 0);
    assert.equal((await other.state()).isOpen, true);
    assert.ok((await other.state()).closedSeconds > 0);
    await assert.rejects(other.acquire(POLL_MS), BUSY);
  });

  test('a success ends a series of failures that another process counted', async () => {
    const { budget, other } = await openBudget(20);
    await budget.acquire(POLL_MS);
    for (let failure = 1; failure <= 4; failure += 1) await other.report('failed', 0);
    await budget.acquire(POLL_MS);
    await budget.report('ok', 0);
    await other.report('failed', 0);
    assert.equal((await other.state()).isOpen, false);
  });
});
