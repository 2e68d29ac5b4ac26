import { parseArgs } from 'node:util';
import type { CaseSettings } from '../explore/proxy/settings.ts';
import { search } from '../explore/shared/explore.ts';
import { describeFinding, saveFinding } from '../explore/shared/findings.ts';
import { startPostgres } from 'precandidate-testing/postgres.ts';
import { withUsage } from 'precandidate-testing/with-usage.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { tortureExplorer } from './torture.ts';

const USAGE = `npm run torture [-- options]: kills the proxy under load, and ends with 1 when something
acknowledged did not arrive.
  --sqlite N    kills with SQLite (200)
  --postgres N  kills with Postgres (50)
  --seed S      the first seed (random)`;

const { values } = withUsage(USAGE, () =>
  parseArgs({
    options: {
      sqlite: { type: 'string', default: '200' },
      postgres: { type: 'string', default: '50' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  }),
);
const seed = Number(values.seed);
/** After these, everything must arrive. */
const KILLS_PER_CASE = 25;

async function run(engine: CaseSettings['engine'], wanted: number): Promise<boolean> {
  if (!(wanted > 0)) return true;
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  if (engine === 'postgres' && postgres === undefined) {
    console.log('postgres: not run, there is no Postgres here');
    return false;
  }
  const kills = Math.min(wanted, KILLS_PER_CASE);
  const total = { submissions: 0, webhooks: 0 };
  const explorer = tortureExplorer(
    { checkout: ROOT, postgres },
    {
      engine,
      kills,
      onEnd({ submissions, webhooks }) {
        total.submissions += submissions;
        total.webhooks += webhooks;
      },
    },
  );
  const cases = Math.ceil(wanted / kills);
  const began = performance.now();
  try {
    const [finding] = await search([explorer], { seed, isOver: (count) => count >= cases });
    if (finding) {
      console.log(describeFinding(finding, explorer.properties));
      console.log(`  replay:   npm run explore -- proxy --replay ${saveFinding('proxy', finding)}`);
      return false;
    }
  } finally {
    await postgres?.stop();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const { submissions, webhooks } = total;
  console.log(
    `${engine}: ${cases * kills} kills in ${seconds} s; acknowledged ${submissions} submissions and ${webhooks} webhooks, lost 0`,
  );
  return true;
}

console.log(`seed ${seed}`);
const sqlite = await run('sqlite', Number(values.sqlite));
const postgres = await run('postgres', Number(values.postgres));
process.exitCode = sqlite && postgres ? 0 : 1;
