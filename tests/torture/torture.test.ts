import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search } from '../explore/shared/explore.ts';
import { describeFinding } from '../explore/shared/findings.ts';
import { startPostgres } from 'precandidate-testing/postgres.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { tortureExplorer } from './torture.ts';

// A short run of `npm run torture`.
for (const [engine, kills] of [
  ['sqlite', 5],
  ['postgres', 3],
] as const)
  test(`${engine}: everything acknowledged arrives after ${kills} kills under load`, async (t) => {
    const postgres = engine === 'postgres' ? await startPostgres() : undefined;
    if (engine === 'postgres' && !postgres) return t.skip('there is no Postgres here');
    t.after(() => postgres?.stop());
    const acknowledged = { submissions: 0, webhooks: 0 };
    const onEnd = (counted: typeof acknowledged) => void Object.assign(acknowledged, counted);
    const stage = { checkout: ROOT, postgres };
    const explorer = tortureExplorer(stage, { engine, kills, onEnd });
    const [finding] = await search([explorer], { seed: 1, isOver: (count) => count >= 1 });
    assert.ok(finding === undefined, finding && describeFinding(finding, explorer.properties));
    assert.ok(acknowledged.submissions > 0 && acknowledged.webhooks > 0, 'nothing to lose');
  });
