// node scripts/test/run-postgres.mjs: a Postgres of the caller's own, for tests that stop it. Prints
// `ready <url>`, or `none`; does each word of its input (down, up, freeze, thaw) and prints it when it
// is done; ends, and deletes the data, with its input.
import { createInterface } from 'node:readline';
import { startPostgres } from './postgres.mjs';

const WORDS = new Set(['down', 'up', 'freeze', 'thaw']);

let isFrozen = false;
const postgres = await startPostgres();
console.log(postgres === undefined ? 'none' : `ready ${postgres.url}`);
if (postgres !== undefined) {
  for await (const word of createInterface({ input: process.stdin })) {
    if (WORDS.has(word)) await postgres[word]();
    isFrozen = word === 'freeze' || (isFrozen && word !== 'thaw');
    console.log(word);
  }
  // One that is frozen could not end.
  if (isFrozen) postgres.thaw();
  await postgres.stop();
}
