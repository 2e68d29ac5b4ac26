import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { tellLicences } from './packages/proxy/vite/tell-licences.ts';

const proxy = fileURLToPath(new URL('packages/proxy/', import.meta.url));

/**
 * Makes few files of what the proxy's command loads: a thousand small ones take longer to find and to
 * read than to run. The package's entry stays as it was compiled; `main.js` and its threads replace it.
 */
export default defineConfig({
  root: proxy,
  publicDir: false,
  ssr: { noExternal: true, external: ['pg', 'redos-detector'] },
  plugins: [tellLicences()],
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node22',
    // What goes wrong at an operator's is told by names.
    minify: false,
    rolldownOptions: {
      // `use client` in RJSF is for frameworks that render on a server.
      checks: { moduleLevelDirective: false },
      input: {
        main: `${proxy}dist/main.js`,
        'rendering-worker': `${proxy}dist/workers/rendering-worker.js`,
        'validation-worker': `${proxy}dist/workers/validation-worker.js`,
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'main.[name].[hash].js' },
    },
  },
});
