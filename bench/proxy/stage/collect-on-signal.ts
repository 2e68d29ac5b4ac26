// Preloaded into a proxy whose memory is measured: SIGWINCH, which nothing else listens to, collects what is garbage, and says when.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGWINCH', () => {
  collect();
  process.stdout.write('collected\n');
});
