import type { Plugin } from 'vite';
import { askedInVain } from './react/asked-in-vain.ts';
import { compressed } from './react/compressed.ts';
import { ASKED, BETWEEN_PACKAGES } from './react/facts.ts';
import { slimClient } from './react/slim-client.ts';
import { withoutExports } from './react/without-exports.ts';

const CLIENT = /[\\/]react-dom-client\.production\.js$/;
const PACKAGE = /[\\/](react|react-dom)\.production\.js$/;

/**
 * Leaves out of React what the island cannot reach: suspense, transitions, the head of a page, events
 * that are not heard. What that is follows from what may be asked of React (`react/facts.ts`); a module
 * that asks for more does not build.
 */
export function slimReact(): Plugin {
  return {
    name: 'slim-react',
    enforce: 'pre',
    transform(code, id) {
      if (CLIENT.test(id)) return slimClient(code);
      const [, name] = PACKAGE.exec(id) ?? [];
      if (name)
        return compressed(withoutExports(code, [...(ASKED[name] ?? []), ...BETWEEN_PACKAGES]));
      const asked = askedInVain(code, id);
      if (asked !== undefined) this.error(`${asked} is left out: see vite/react/facts.ts`);
      return undefined;
    },
  };
}
