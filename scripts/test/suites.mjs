import { runChecks } from '../checks/run-checks.mjs';
import { runElementTests } from './run-element-tests.mjs';
import { runNodeTests } from './run-node-tests.mjs';

const FIREFOX_TESTS = 'tests/firefox';
/** What candidates go through when all does not go well: no suite may take its ten minutes. */
const EXPERIENCE_TESTS = 'tests/experience';
/** What the proxy stands: crashes, faults of the service, strangers. */
const FIRE_TESTS = ['tests/faults', 'tests/fuzz', 'tests/security', 'tests/torture'];

/**
 * Name → what the suite needs (`browser`, `firefox`, `postgres`), what must be built first, and how
 * it is run. `run` resolves to `{ passed, failed }`, or to `{ skipped }`: why it cannot be run here.
 */
export const SUITES = {
  check: { needs: [], builds: ['widget'], run: runChecks },
  contract: { needs: [], builds: [], run: () => runNodeTests('packages/contract/test') },
  sandbox: { needs: [], builds: [], run: () => runNodeTests('packages/sandbox/test') },
  proxy: {
    needs: ['postgres'],
    builds: ['widget'],
    run: () => runNodeTests('packages/proxy/test'),
  },
  widget: { needs: ['browser'], builds: ['widget'], run: runWidgetTests },
  bench: {
    needs: ['browser'],
    builds: ['widget'],
    run: () => runNodeTests('bench', { files: 1, except: ['bench/peers'] }),
  },
  demo: { needs: [], builds: ['widget'], run: () => runNodeTests('demo/test') },
  tests: {
    needs: ['browser'],
    builds: ['widget', 'packages'],
    run: () =>
      runNodeTests('tests', {
        files: 1,
        except: [EXPERIENCE_TESTS, FIREFOX_TESTS, ...FIRE_TESTS],
      }),
  },
  experience: {
    needs: ['browser'],
    builds: ['widget'],
    run: () => runNodeTests(EXPERIENCE_TESTS, { files: 1 }),
  },
  fire: {
    needs: ['browser', 'postgres'],
    builds: ['widget', 'packages'],
    run: () => runNodeTests(FIRE_TESTS, { files: 1 }),
  },
  firefox: { needs: ['firefox'], builds: ['widget'], run: runFirefoxTests },
};

async function runWidgetTests() {
  const node = await runNodeTests('packages/widget/test');
  const element = await runElementTests();
  return { passed: node.passed + element.passed, failed: node.failed + element.failed };
}

async function runFirefoxTests() {
  if (!process.env.FIREFOX_PATH)
    return { skipped: 'there is no Firefox here and none can be installed' };
  return runNodeTests(FIREFOX_TESTS, { files: 1 });
}
