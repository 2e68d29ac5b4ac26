// npm test [-- <suite> …]: runs the suites and ends with one line, `N passed, N failed`.
import { runChecks } from '../checks/checks.mjs';
import { ensureBuilt } from '../prepare.mjs';
import { startPostgres } from './postgres.mjs';
import {
  caddyPath,
  firefoxPath,
  hasScreenReader,
  nginxPath,
  provideChromium,
  provideLanguages,
  SCREEN_READER_PACKAGES,
  webKitPath,
} from './system-tools.mjs';
import { runBrowserTests, runNodeTests } from './test-runners.mjs';

const EXPERIENCE_TESTS = 'tests/experience';
const DEPLOY_TESTS = 'tests/deploy';
const ENGINE_TESTS = 'tests/engines';
const SCREEN_READER_TESTS = 'tests/screen-reader';
const EXPLORE_TESTS = 'tests/explore';
const FAULT_TESTS = ['tests/faults', 'tests/fuzz', 'tests/security', 'tests/torture'];

/**
 * Name → what the suite needs (see `provide`), its builds, and how it runs. `run` resolves to
 * `{ passed, failed }`, or to `{ skipped }` with the reason. The longest come first, and the short ones
 * fill the end.
 */
const SUITES = {
  widget: { needs: ['browser'], builds: ['widget'], run: runWidgetTests },
  proxy: {
    needs: ['postgres'],
    builds: ['widget'],
    run: () => runNodeTests('packages/proxy/test'),
  },
  tests: {
    needs: ['browser', 'languages'],
    builds: ['widget', 'packages'],
    run: () =>
      runNodeTests('tests', {
        except: [
          DEPLOY_TESTS,
          EXPERIENCE_TESTS,
          ENGINE_TESTS,
          EXPLORE_TESTS,
          SCREEN_READER_TESTS,
          ...FAULT_TESTS,
        ],
        files: 3,
      }),
  },
  faults: {
    needs: ['browser', 'postgres'],
    builds: ['widget', 'packages'],
    run: () => runNodeTests(FAULT_TESTS),
  },
  explore: {
    needs: ['browser', 'postgres'],
    builds: ['widget', 'packages'],
    run: () => runNodeTests(EXPLORE_TESTS),
  },
  experience: {
    needs: ['browser'],
    builds: ['widget'],
    run: () => runNodeTests(EXPERIENCE_TESTS),
  },
  engines: { needs: ['browser', 'firefox', 'webkit'], builds: ['widget'], run: runEngineTests },
  bench: {
    needs: ['browser'],
    builds: ['widget'],
    run: () => runNodeTests('bench', { except: ['bench/peers'] }),
  },
  check: { needs: [], builds: ['widget'], run: () => runChecks() },
  deploy: {
    needs: ['browser', 'postgres', 'nginx', 'caddy'],
    builds: ['widget', 'packages'],
    run: runDeployTests,
  },
  sandbox: { needs: [], builds: [], run: () => runNodeTests('packages/sandbox/test') },
  demo: { needs: [], builds: ['widget'], run: () => runNodeTests('demo/test') },
  client: { needs: [], builds: ['widget'], run: () => runNodeTests('packages/client/test') },
  contract: { needs: [], builds: [], run: () => runNodeTests('packages/contract/test') },
  // Only by name: what a screen reader says depends on timing, so it needs a quiet machine.
  'screen-reader': {
    isOnRequest: true,
    needs: ['firefox', 'screen-reader'],
    builds: ['widget'],
    run: runScreenReaderTests,
  },
};

/** Suites that run at the same time: two leave a third of two cores idle, because tests wait. */
const SUITES_AT_A_TIME = 3;

async function runWidgetTests() {
  const [node, browser] = await Promise.all([
    // They replace globals of the page and the clock.
    runNodeTests('packages/widget/test', { files: 1, filesPerProcess: 1 }),
    runBrowserTests(),
  ]);
  return { passed: node.passed + browser.passed, failed: node.failed + browser.failed };
}

async function runDeployTests() {
  const { NGINX_PATH, CADDY_PATH, TEST_DATABASE_URL } = process.env;
  const database = TEST_DATABASE_URL ? [] : ['postgresql'];
  const missing = [
    { front: 'nginx', packages: [...(NGINX_PATH ? [] : ['nginx']), ...database] },
    { front: 'caddy', packages: [...(CADDY_PATH ? [] : ['caddy']), ...database] },
  ].filter(({ packages }) => packages.length > 0);
  for (const { front, packages } of missing)
    console.log(
      `${front} is not tested: install ${packages.join(' and ')} (Debian), then run the suite again`,
    );
  return runNodeTests(DEPLOY_TESTS, {
    except: missing.map(({ front }) => `${DEPLOY_TESTS}/${front}`),
  });
}

async function runEngineTests() {
  const { FIREFOX_PATH, WEBKIT_PATH } = process.env;
  const missing = [
    ...(FIREFOX_PATH ? [] : [['firefox', 'firefox-esr']]),
    ...(WEBKIT_PATH ? [] : [['webkit', 'webkit2gtk-driver and xvfb']]),
  ];
  for (const [engine, packages] of missing)
    console.log(`not run in ${engine}: install ${packages} (Debian), then run the suite again`);
  const except = missing.map(([engine]) => `${ENGINE_TESTS}/${engine}`);
  return runNodeTests(ENGINE_TESTS, { except });
}

/** Most of their time is spent listening. */
async function runScreenReaderTests() {
  if (process.env.SCREEN_READER !== 'yes')
    return { skipped: `install ${SCREEN_READER_PACKAGES.join(' ')} (Debian)` };
  return runNodeTests(SCREEN_READER_TESTS, { files: 1 });
}

const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

async function main(names) {
  const unknown = names.filter((name) => !Object.hasOwn(SUITES, name));
  if (unknown.length > 0) {
    console.error(`unknown suite: ${unknown.join(', ')} (of ${Object.keys(SUITES).join(', ')})`);
    return 2;
  }
  const chosen = Object.entries(SUITES).filter(([name, { isOnRequest = false }]) =>
    names.length === 0 ? !isOnRequest : names.includes(name),
  );
  const provided = provide(chosen.flatMap(([, suite]) => suite.needs));
  try {
    const builds = new Set(chosen.flatMap(([, suite]) => suite.builds));
    await Promise.all([provided, ensureBuilt(process.execPath, [...builds])]);
    const { passed, failed, skipped } = await runAll(chosen);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 || (passed === 0 && skipped === 0) ? 1 : 0;
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : error}\n0 passed, 1 failed`);
    return 1;
  } finally {
    const stop = await provided.catch(() => undefined);
    await stop?.();
  }
}

/** Installs and starts what the suites need; resolves to a function that stops it. */
async function provide(needs) {
  if (needs.includes('browser')) await provideChromium();
  if (needs.includes('firefox')) process.env.FIREFOX_PATH = (await firefoxPath()) ?? '';
  if (needs.includes('screen-reader'))
    process.env.SCREEN_READER = (await hasScreenReader()) ? 'yes' : '';
  if (needs.includes('webkit')) process.env.WEBKIT_PATH = (await webKitPath()) ?? '';
  if (needs.includes('nginx')) process.env.NGINX_PATH = (await nginxPath()) ?? '';
  if (needs.includes('caddy')) process.env.CADDY_PATH = (await caddyPath()) ?? '';
  if (needs.includes('languages')) await provideLanguages();
  const postgres = needs.includes('postgres') ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env.TEST_DATABASE_URL = postgres.url;
  return async () => postgres?.stop();
}

async function runAll(suites) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...suites];
  const runWaiting = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, suite] = next;
      const started = performance.now();
      const { passed = 0, failed = 0, skipped } = await runOne(suite);
      const result = `${passed} passed, ${failed} failed (${seconds(started)})`;
      console.log(name.padEnd(14) + (skipped === undefined ? result : `not run: ${skipped}`));
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped === undefined ? 0 : 1;
    }
  };
  await Promise.all(Array.from({ length: SUITES_AT_A_TIME }, runWaiting));
  return total;
}

/** A suite that cannot start, or that runs no test, counts as one failure. */
async function runOne(suite) {
  try {
    const counts = await suite.run();
    if (counts.skipped !== undefined || counts.passed + counts.failed > 0) return counts;
    console.log('no test ran');
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
  return { passed: 0, failed: 1 };
}

process.exitCode = await main(process.argv.slice(2));
