import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const PAGES = fileURLToPath(new URL('pages', import.meta.url));

/** Builds the peers' pages for production; answers the folder that holds them. */
export async function buildPages(): Promise<string> {
  const outDir = fileURLToPath(new URL('../../.build/bench', import.meta.url));
  await build({
    root: PAGES,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: [`${PAGES}/native.html`, `${PAGES}/stock-rjsf.html`] },
    },
  });
  return outDir;
}
