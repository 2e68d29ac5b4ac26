import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Plugin } from 'vite';
import { buildTime } from '../../../vite/build-time.ts';
import { RJSF_ALIASES } from '../../../vite/rjsf-aliases.ts';

const ENTRY = fileURLToPath(new URL('../../fidelity/form-entry.ts', import.meta.url));
const STOCK_VALIDATOR = fileURLToPath(
  new URL('../../fidelity/stock-validator.ts', import.meta.url),
);

/** Replaces our validator by RJSF's own, with AJV. */
const stock: Plugin = {
  name: 'stock-validator',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('validation/validator.ts') ? STOCK_VALIDATOR : undefined),
};

/** Builds the form twice: `form-ours.js` as shipped, `form-stock.js` with RJSF and AJV as published. */
export async function bundleForms(outDir: string): Promise<void> {
  for (const [name, alias, plugins] of [
    ['ours', RJSF_ALIASES, []],
    ['stock', [], [stock]],
  ] as const)
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { conditions: ['source', ...defaultClientConditions], alias: [...alias] },
      plugins: [buildTime(), ...plugins],
      build: {
        outDir,
        emptyOutDir: false,
        minify: false,
        target: 'es2022',
        lib: { entry: ENTRY, formats: ['es'], fileName: () => `form-${name}.js` },
        rolldownOptions: { checks: { moduleLevelDirective: false } },
      },
    });
}
