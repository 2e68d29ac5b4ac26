import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  type UserConfig,
} from 'vite';
import { buildTime, chunkUrl, precompress } from './packages/widget/vite/plugins.ts';

const widget = fileURLToPath(new URL('packages/widget/', import.meta.url));
const { version } = JSON.parse(readFileSync(`${widget}package.json`, 'utf8')) as {
  version: string;
};
const serverConditions = ['source', ...defaultServerConditions];
// RJSF's modules have `use client` directives, which only frameworks need.
/** The only module that is replaced; ADR 4 says why. */
const alias = { 'markdown-to-jsx/react': `${widget}vite/plain-markdown.ts` };
const checks = { moduleLevelDirective: false };

const common = {
  root: widget,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  // A language is one object.
  json: { namedExports: false },
} satisfies UserConfig;

/**
 * `vite build`: `widget.js`, which pages link to and which is replaced by each release, and
 * `widget/<version>/`, whose files are named after their content and never change.
 */
const browserBuild: UserConfig = {
  ...common,
  base: './',
  resolve: { alias, conditions: ['source', ...defaultClientConditions] },
  plugins: [buildTime(), chunkUrl(), precompress()],
  // Style sheets are linked relative to `widget.js`.
  experimental: { renderBuiltUrl: (file) => ({ runtime: JSON.stringify(file) }) },
  build: {
    outDir: 'dist/browser',
    emptyOutDir: true,
    // The licenses of the bundled code.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    // Keeps `light-dark()`: what replaces it for older browsers ignores the page's color scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The loader requests every chunk itself.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks,
      input: { widget: `${widget}src/loader.ts`, form: `${widget}src/element/form.css` },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: `widget/${version}/[name].[hash].js`,
        assetFileNames: `widget/${version}/[name].[hash][extname]`,
      },
    },
  },
};

/**
 * `vite build --ssr`: `server.js` renders forms on a server, with React and RJSF in it; `languages.js` names
 * our languages without them.
 */
const serverBuild: UserConfig = {
  ...common,
  resolve: { alias, conditions: serverConditions },
  plugins: [buildTime()],
  ssr: { noExternal: true, resolve: { conditions: serverConditions } },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    target: 'node22',
    minify: true,
    rolldownOptions: {
      checks,
      input: {
        server: `${widget}src/ssr/server.tsx`,
        languages: `${widget}src/i18n/languages.build.ts`,
      },
      output: { entryFileNames: '[name].js' },
    },
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : browserBuild));
