import { drawFields } from './draw-fields.tsx';
import type { FormServer } from './index.ts';

export { drawFields };

({ drawFields }) satisfies FormServer;
