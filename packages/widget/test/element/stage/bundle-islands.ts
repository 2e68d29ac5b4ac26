import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Plugin } from 'vite';
import { RJSF_ALIASES } from '../../../vite/rjsf-aliases.ts';

const ISLAND = fileURLToPath(new URL('../../fidelity/island.ts', import.meta.url));
const STOCK_VALIDATOR = fileURLToPath(
  new URL('../../fidelity/stock-validator.ts', import.meta.url),
);

/** RJSF as it comes: whole, and with its own validator. */
const stock: Plugin = {
  name: 'stock-validator',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('validation/validator.ts') ? STOCK_VALIDATOR : undefined),
};

/** Writes the fields twice: `island-ours.js` as they ship, `island-stock.js` on RJSF as it comes. */
export async function bundleIslands(outDir: string): Promise<void> {
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
      plugins: [...plugins],
      build: {
        outDir,
        emptyOutDir: false,
        minify: false,
        target: 'es2022',
        lib: { entry: ISLAND, formats: ['es'], fileName: () => `island-${name}.js` },
        rolldownOptions: { checks: { moduleLevelDirective: false } },
      },
    });
}
