import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUILT = 'packages/widget/dist/browser';

/** The widget's files, compressed with gzip at level 9, against the bytes in `size-budgets.json`. */
export async function sizes() {
  const budgets = JSON.parse(readFileSync(new URL('size-budgets.json', import.meta.url), 'utf8'));
  return Object.entries(budgets).flatMap(([pattern, budget]) => {
    const files = globSync(`${BUILT}/${pattern}`);
    if (files.length === 0) return [`no file ${pattern} was built`];
    const size = files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length,
      0,
    );
    return size > budget ? [`${pattern} is ${size} bytes compressed; at most ${budget}`] : [];
  });
}
