import { fileURLToPath } from 'node:url';
import { defaultServerConditions, defineConfig } from 'vite';
import { RJSF_ALIASES } from './packages/widget/vite/rjsf-aliases.ts';

const widget = fileURLToPath(new URL('packages/widget/', import.meta.url));
const conditions = ['source', ...defaultServerConditions];

/** Builds the form for a server, whole: whoever draws it needs neither React nor RJSF. */
export default defineConfig({
  root: widget,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions, alias: RJSF_ALIASES },
  ssr: { noExternal: true, resolve: { conditions } },
  build: {
    ssr: `${widget}src/ssr/server.tsx`,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node22',
    minify: true,
    rolldownOptions: {
      // `use client` in RJSF is for frameworks that render on a server.
      checks: { moduleLevelDirective: false },
      output: { entryFileNames: 'server.js' },
    },
  },
});
