import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';
import { chunkUrl } from './packages/widget/vite/chunk-url.ts';
import { precompress } from './packages/widget/vite/precompress.ts';
import { RJSF_ALIASES } from './packages/widget/vite/rjsf-aliases.ts';

const widget = fileURLToPath(new URL('packages/widget/', import.meta.url));
const { version } = JSON.parse(readFileSync(`${widget}package.json`, 'utf8')) as {
  version: string;
};

/**
 * Builds the widget for browsers: `widget.js`, which pages link to and which changes in place, and
 * `widget/<version>/`, whose files are named after their content and never change.
 */
export default defineConfig({
  root: widget,
  base: './',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['source', ...defaultClientConditions], alias: RJSF_ALIASES },
  plugins: [chunkUrl(), precompress()],
  // From the folder of `widget.js`; nothing else links a file that is no script.
  experimental: { renderBuiltUrl: (file) => ({ runtime: JSON.stringify(file) }) },
  build: {
    outDir: 'dist/browser',
    emptyOutDir: true,
    target: 'es2022',
    // As written: what stands in for `light-dark()` otherwise does not inherit the page's scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The loader starts every chunk itself; a preload helper would cost more than it saves.
    modulePreload: false,
    // A style sheet is linked, whatever its size.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // `use client` in RJSF is for frameworks that render on a server.
      checks: { moduleLevelDirective: false },
      input: {
        widget: `${widget}src/loader.ts`,
        form: `${widget}src/element/form.css`,
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: `widget/${version}/[name].[hash].js`,
        assetFileNames: `widget/${version}/[name].[hash][extname]`,
      },
    },
  },
});
