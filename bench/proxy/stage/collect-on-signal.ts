// Preloaded into a proxy whose memory is measured: SIGWINCH, otherwise unused, collects garbage.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGWINCH', () => {
  collect();
  process.stdout.write('collected\n');
});
