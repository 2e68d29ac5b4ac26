import { fileURLToPath } from 'node:url';
import type { Alias } from 'vite';

const own = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Leaves parts of RJSF out of the bundle that our theme replaces; ADR 4 has the sizes. Everything else
 * of RJSF and React is bundled as published.
 */
export const RJSF_ALIASES: Alias[] = [
  // The default theme: `Form` imports it, and our one field replaces all of it.
  {
    find: /^\.\/components\/(?:fields|templates|widgets)\/index\.js$/,
    replacement: own('empty-theme.ts'),
  },
];
