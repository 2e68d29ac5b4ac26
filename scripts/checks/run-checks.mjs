import { fileLengths } from './file-lengths.mjs';
import { format } from './format.mjs';
import { importArrows } from './import-arrows.mjs';
import { lint } from './lint.mjs';
import { sizes } from './sizes.mjs';
import { types } from './types.mjs';
import { unused } from './unused.mjs';

/** Name → what finds faults: resolves to one line for each, to none when all is well. */
const CHECKS = {
  types,
  lint,
  format,
  'import-arrows': importArrows,
  unused,
  sizes,
  'file-lengths': fileLengths,
};

/** Runs the checks named, or all; prints what they find; resolves to `{ passed, failed }`. */
export async function runChecks(names = []) {
  const counts = { passed: 0, failed: 0 };
  for (const [name, check] of Object.entries(CHECKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const started = performance.now();
    const findings = await check();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${findings.length === 0 ? 'ok ' : '✖  '} ${name} (${seconds} s)`);
    for (const finding of findings) console.log(`    ${finding}`);
    counts[findings.length === 0 ? 'passed' : 'failed'] += 1;
  }
  return counts;
}
