import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions } from 'vite';
import { buildTime } from '../../../vite/plugins.ts';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

/**
 * Bundles every `*.browser.ts` for the browser, or those that `ELEMENT_TESTS` names (`prefill.*`);
 * resolves to the folder that holds the results.
 */
export async function bundleTests(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'precandidate-element-tests-'));
  const files = globSync(process.env['ELEMENT_TESTS'] ?? '*.browser.ts', { cwd: FOLDER });
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    root: FOLDER,
    plugins: [buildTime()],
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        // The runner serves it.
        external: ['/__web-dev-server__web-socket.js'],
        // Of react-bootstrap, for servers of React.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
        input: files.map((file) => join(FOLDER, file)),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return outDir;
}
