// npm run load [-- --watchers 10000 --persons 1000]: the proxy with many browsers that watch.
import { parseArgs } from 'node:util';
import { keepResult } from '../stage/keep-result.ts';
import { oneProcess } from './one-process.ts';

const { values } = parseArgs({
  options: {
    watchers: { type: 'string', default: '10000' },
    persons: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    changes: { type: 'string', default: '60' },
  },
});

const run = {
  watchers: Number(values.watchers),
  persons: Number(values.persons),
  seconds: Number(values.seconds),
  changes: Number(values.changes),
};
const rows = [await oneProcess('adaptive', { ...run, env: {} })];
await keepResult('load', rows, { run });
