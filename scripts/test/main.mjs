// npm test [-- <suite> …]: runs the suites and closes with one line, `N passed, N failed`.
import { ensureBuilt } from '../bootstrap/ensure-built.mjs';
import { browserPath } from './browser.mjs';
import { firefoxPath } from './firefox.mjs';
import { startPostgres } from './postgres.mjs';
import { SUITES } from './suites.mjs';

const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

async function main(names) {
  const unknown = names.filter((name) => !Object.hasOwn(SUITES, name));
  if (unknown.length > 0) {
    console.error(
      `no such suite: ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}`,
    );
    return 2;
  }
  const chosen = Object.entries(SUITES).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const stop = await provide(chosen.flatMap(([, suite]) => suite.needs));
  try {
    const { passed, failed, skipped } = await runAll(chosen);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 || (passed === 0 && skipped === 0) ? 1 : 0;
  } finally {
    await stop();
  }
}

/** Makes ready what the suites need; resolves to what takes it away again. */
async function provide(needs) {
  if (needs.includes('browser')) process.env.CHROMIUM_PATH = await browserPath();
  if (needs.includes('firefox')) process.env.FIREFOX_PATH = (await firefoxPath()) ?? '';
  const postgres = needs.includes('postgres') ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env.TEST_DATABASE_URL = postgres.url;
  return async () => postgres?.stop();
}

async function runAll(suites) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, suite] of suites) {
    const started = performance.now();
    const { passed = 0, failed = 0, skipped } = await runOne(suite);
    if (skipped !== undefined) {
      console.log(`${name.padEnd(10)}not run: ${skipped}`);
      total.skipped += 1;
      continue;
    }
    console.log(`${name.padEnd(10)}${passed} passed, ${failed} failed (${seconds(started)})`);
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

/** A suite that cannot be run, or in which nothing runs, counts as one failure. */
async function runOne(suite) {
  try {
    await ensureBuilt(process.execPath, suite.builds);
    const counts = await suite.run();
    if (counts.skipped !== undefined || counts.passed + counts.failed > 0) return counts;
    console.log('nothing ran');
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
  return { passed: 0, failed: 1 };
}

process.exitCode = await main(process.argv.slice(2));
