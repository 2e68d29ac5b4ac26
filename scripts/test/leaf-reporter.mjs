import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A reporter for node:test: prints failures, and writes `{ passed, failed, ended }` to the file of
 * `TEST_COUNTS_FILE` after each test file. It counts leaves: a test with subtests counts only when it
 * fails itself, a file only when it breaks outside its tests, a skipped test never. `ended`:
 * `{ file, seconds }` of each file that ran to its end, or was counted as broken.
 */
export default async function* leafReporter(events) {
  const counts = { passed: 0, failed: 0, ended: [] };
  const branches = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type === 'test:start') enter(branchOf(branches, data.file), data);
    // A process that ends early, even with code 0, leaves no summary.
    if (type === 'test:summary') keep(counts, data);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const branch = branchOf(branches, data.file).slice(0, data.nesting + 1);
    const path = branch.flatMap((each) => each?.name ?? []).join(' › ');
    const isLeaf = branch.at(-1)?.children === 0 && data.details.type !== 'suite';
    if (type === 'test:fail') {
      if (!isLeaf && data.details.error?.failureType === 'subtestsFailed') continue;
      counts.failed += 1;
      if (isFile(data)) keep(counts, data);
      yield describeFailure(data, path);
    } else if (data.skip !== undefined || data.todo !== undefined) yield `not run: ${path}\n`;
    else if (isLeaf && !isFile(data)) counts.passed += 1;
  }
  keep(counts, {});
}

/** Writes the counts, so that they are there however this process ends. `file`: one that has ended. */
function keep(counts, { file, duration_ms = 0 }) {
  if (file !== undefined) counts.ended.push({ file, seconds: Math.round(duration_ms / 100) / 10 });
  writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(counts));
}

/**
 * The running tests of a file, outermost first. A suite that another file declares
 * leaves a hole: its tests are reported under their own file.
 */
function branchOf(branches, file) {
  if (!branches.has(file)) branches.set(file, []);
  return branches.get(file);
}

function enter(branch, { nesting, name }) {
  const parent = branch[nesting - 1];
  if (parent !== undefined) parent.children += 1;
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
