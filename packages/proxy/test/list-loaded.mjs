// node --import list-loaded.mjs …: after the line `ready …`, another with the packages loaded by then.
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
const { log } = console;
console.log = (line) => {
  log(line);
  if (line.startsWith('ready ')) log(`loaded ${JSON.stringify({ packages: [...packages] })}`);
};
