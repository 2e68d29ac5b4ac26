import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A reporter for node:test: prints failures, and writes `{ passed, failed, ended }` to the file of
 * `TEST_COUNTS_FILE` after each file. It counts leaves: a test with subtests counts only when it fails
 * itself, a file only when it breaks outside its tests, a skipped test never. `ended`: `{ file, seconds }`
 * of each process, by its entry file, and of each top-level suite, by its name.
 */
export default async function* leafReporter(events) {
  const counts = { passed: 0, failed: 0, ended: [] };
  /** The tests that are running, outermost first. Events arrive in the order of the tests. */
  const branch = [];
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    // An error after the end of its test fails the process.
    if (type === 'test:diagnostic' && data.message.startsWith('Error: '))
      yield `\n✖ ${data.message}\n`;
    if (type === 'test:start') enter(branch, data);
    // A process that ends early, even with code 0, leaves no summary.
    if (type === 'test:summary') keep(counts, data.file, data.duration_ms);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    branch.length = data.nesting + 1;
    const path = branch.map(({ name }) => name).join(' › ');
    const isSuite = data.details.type === 'suite';
    const isEmpty = branch.at(-1).children === 0;
    const isLeaf = isEmpty && !isSuite;
    const hasFailed = type === 'test:fail';
    if (isSuite && data.nesting === 0 && (hasFailed || !isEmpty))
      keep(counts, data.name, data.details.duration_ms);
    if (hasFailed) {
      if (!isLeaf && data.details.error?.failureType === 'subtestsFailed') continue;
      counts.failed += 1;
      if (isFile(data)) keep(counts, data.file);
      yield describeFailure(data, path);
    } else if (data.skip !== undefined || data.todo !== undefined) yield `not run: ${path}\n`;
    else if (isLeaf && !isFile(data)) counts.passed += 1;
  }
  keep(counts);
}

/** Writes the counts, so that they are there however this process ends. `file`: one that has ended. */
function keep(counts, file, durationMs = 0) {
  if (file !== undefined) counts.ended.push({ file, seconds: Math.round(durationMs / 100) / 10 });
  writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(counts));
}

function enter(branch, { nesting, name }) {
  if (nesting > 0) branch[nesting - 1].children += 1;
  branch.length = nesting;
  branch.push({ name, children: 0 });
}

/** A file without any test is reported as if it were one. */
function isFile(data) {
  return data.nesting === 0 && data.file?.endsWith(data.name) === true;
}

function describeFailure(data, path) {
  const error = data.details.error?.cause ?? data.details.error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const place = `${relative(process.cwd(), data.file ?? '')}:${data.line ?? 1}`;
  const lines = text.split('\n').filter((line) => !line.includes('(node:internal/'));
  return `\n✖ ${path}\n  ${place}\n${lines.map((line) => `    ${line}`).join('\n')}\n\n`;
}
