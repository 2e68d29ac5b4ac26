// node --import list-loaded.mjs …: prints the packages loaded by the line `ready …`, or else at the end.
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
const report = () => log(`loaded ${JSON.stringify({ packages: [...packages] })}`);
process.on('exit', report);
console.log = (line) => {
  log(line);
  if (line.startsWith('ready ')) report();
};
