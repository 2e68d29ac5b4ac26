import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.mjs';

const LONGEST = 400;
const MEDIAN = 100;

/** No file over 400 lines, and half of all files under 100. */
export async function fileLengths() {
  const lengths = sourceFiles()
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const median = lengths[Math.floor(lengths.length / 2)].lines;
  return [
    ...lengths
      .filter(({ lines }) => lines > LONGEST)
      .map(({ path, lines }) => `${path} has ${lines} lines; at most ${LONGEST}`),
    ...(median < MEDIAN ? [] : [`the median file has ${median} lines; under ${MEDIAN} is wanted`]),
  ];
}
