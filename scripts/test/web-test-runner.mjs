// Runs @web/test-runner with the configuration of the current folder and a reporter that prints
// what failed and leaves `{ passed, failed }` in the file that TEST_COUNTS_FILE names.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const { startTestRunner } = createRequire(resolve('package.json'))('@web/test-runner');

const countingReporter = {
  reportTestFileResults({ sessionsForTestFile, testFile }) {
    for (const session of sessionsForTestFile)
      for (const error of session.errors) console.log(`✖ ${testFile}\n    ${error.message}`);
  },
  onTestRunFinished({ sessions }) {
    const tests = sessions.flatMap((session) => testsOf(session.testResults, session.testFile));
    for (const test of tests.filter((each) => !each.passed && !each.skipped)) printFailure(test);
    const count = (passed) =>
      tests.filter((test) => !test.skipped && test.passed === passed).length;
    const broken = sessions.filter((session) => session.errors.length > 0).length;
    const ended = sessions.map(({ testFile, testResults }) => {
      const times = testsOf(testResults, testFile).map(({ duration = 0 }) => duration);
      return { file: testFile, seconds: times.reduce((sum, time) => sum + time, 0) / 1000 };
    });
    const counts = { passed: count(true), failed: count(false) + broken, ended };
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(counts));
  },
};

function testsOf(suite, file, path = '') {
  if (suite === undefined) return [];
  return [
    ...suite.tests.map((test) => ({ ...test, file, path: `${path}${test.name}` })),
    ...suite.suites.flatMap((inner) => testsOf(inner, file, `${path}${inner.name} › `)),
  ];
}

function printFailure({ path, file, error }) {
  const { message = '', stack = '', expected, actual } = error ?? {};
  const compared = expected === undefined ? '' : `\nexpected ${expected}\nactual   ${actual}`;
  const text = `${message}\n${stack}${compared}`.trim().replace(/^/gm, '    ');
  console.log(`\n✖ ${path}\n  ${file}\n${text}\n`);
}

await startTestRunner({ argv: [], config: { reporters: [countingReporter], staticLogging: true } });
