import { testExplorer } from '../shared/test-explorer.ts';
import { openWidgetExplorer } from './explorer.ts';

// Quick on purpose: npm run explore runs long.
testExplorer('widget', openWidgetExplorer, { seed: 1066, cases: 50, lanes: 3 });
