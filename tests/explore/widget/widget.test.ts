import { testExplorer } from '../shared/test-explorer.ts';
import { openWidgetExplorer } from './explorer.ts';

// Quick on purpose: npm run explore runs long.
testExplorer('widget', openWidgetExplorer, { seed: 22, cases: 8, lanes: 2 });
