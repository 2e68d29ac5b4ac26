// node --import list-loaded.mjs …: on SIGUSR2 a line with the packages that were loaded by then.
import { registerHooks } from 'node:module';

const PACKAGE = /\/node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//;
const packages = new Set();

registerHooks({
  load(url, context, next) {
    const name = PACKAGE.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  },
});
process.on('SIGUSR2', () => {
  console.log(`loaded ${JSON.stringify({ packages: [...packages] })}`);
});
