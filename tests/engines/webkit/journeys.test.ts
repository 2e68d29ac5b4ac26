import { startWebKitEngine } from '../webkit-engine.ts';
import { testJourneys } from '../journeys.ts';

testJourneys(() => startWebKitEngine(process.env['WEBKIT_PATH'] ?? ''), { pageCache: 'kept' });
