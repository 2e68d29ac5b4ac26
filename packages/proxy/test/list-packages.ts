import { registerHooks } from 'node:module';

/** Preloaded: when the process ends, prints the npm packages whose files it has loaded, as JSON. */
const packages = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /.*\/(?:node_modules|packages)\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return nextLoad(url, context);
  },
});

process.once('exit', () => console.log(JSON.stringify([...packages].sort())));
