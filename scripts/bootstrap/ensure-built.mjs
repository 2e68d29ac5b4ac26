import { existsSync } from 'node:fs';
import { BUILDS } from './builds.mjs';
import { contentHash } from './content-hash.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

/** Builds each of `names` with the Node binary `node`, unless its inputs are as they were. */
export async function ensureBuilt(node, names) {
  for (const name of names) {
    const { inputs, outputs, run } = BUILDS[name];
    const stamp = `.build/${name}.hash`;
    const hash = contentHash(inputs);
    if (readStamp(stamp) === hash && outputs.every((output) => existsSync(output))) continue;
    console.error(`building ${name} …`);
    const started = Date.now();
    await run(node);
    writeStamp(stamp, hash);
    console.error(`built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}
