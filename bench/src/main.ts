// npm run bench [-- options]: us, native HTML and our peers in one run. See USAGE.
import { readOptions, USAGE } from './options.ts';
import { run } from './run.ts';

if (process.argv.includes('--help')) console.log(USAGE);
else await run(readOptions(process.argv.slice(2)));
