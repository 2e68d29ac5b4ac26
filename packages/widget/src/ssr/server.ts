import { renderFields } from './render-fields.tsx';
import type { FormServer } from './index.ts';

export { renderFields };

({ renderFields }) satisfies FormServer;
