import { rmSync } from 'node:fs';
import { runQuietly } from './run-quietly.mjs';

const WORKSPACE = ['pnpm-lock.yaml', 'tsconfig.base.json', 'scripts/bootstrap/builds.mjs'];

/** For browsers, and for a server that draws the form. */
const WIDGET_CONFIGS = ['vite.config.ts', 'vite.server.config.ts'];

/** Makes few files of what the proxy's command loads. */
const COMMAND_CONFIG = 'vite.proxy.config.ts';

/** In the order of their needs: a package is compiled against the declarations of those before it. */
const COMPILED = ['contract', 'widget', 'sandbox', 'proxy'];

/**
 * Name → how it is built. `inputs`: files and folders whose contents decide whether the last result
 * still holds. `outputs`: what must be there for that.
 */
export const BUILDS = {
  widget: {
    inputs: [...WORKSPACE, ...WIDGET_CONFIGS, 'packages/widget', 'packages/contract/src'],
    outputs: ['packages/widget/dist/browser/widget.js', 'packages/widget/dist/server/server.js'],
    run: async (node) => {
      for (const config of WIDGET_CONFIGS) await runVite(node, config);
    },
  },
  packages: {
    inputs: [...WORKSPACE, COMMAND_CONFIG, ...COMPILED.map((name) => `packages/${name}`)],
    outputs: COMPILED.map((name) => outputOf(name)),
    run: async (node) => {
      for (const name of COMPILED) {
        rmSync(outputOf(name), { recursive: true, force: true });
        await runQuietly(node, [
          'node_modules/typescript/bin/tsc',
          '-p',
          `packages/${name}/tsconfig.build.json`,
        ]);
      }
      await runVite(node, COMMAND_CONFIG);
    },
  },
};

function runVite(node, config) {
  const vite = 'node_modules/vite/bin/vite.js';
  return runQuietly(node, [vite, 'build', '--config', config, '--logLevel', 'warn']);
}

function outputOf(name) {
  return name === 'widget' ? 'packages/widget/dist/types' : `packages/${name}/dist`;
}
