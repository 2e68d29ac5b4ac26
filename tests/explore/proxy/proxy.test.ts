import { testExplorer } from '../shared/test-explorer.ts';
import { openProxyExplorer } from './explorer.ts';

// About a minute on a quiet machine.
testExplorer('proxy', openProxyExplorer, { seed: 11, cases: 6, lanes: 2 });
