import type { Contestant, Stage } from '../contestants/contestant.ts';

/** The names under which libraries of the contestants make their markup; every other is refused. */
const TRUSTED = 'lit-html vue dompurify';

/** The policy of `docs/csp.md` for a page whose form comes from its own origin, or from ours. */
export function strictPolicy({ origin, nonce }: Contestant, stage: Stage): string {
  const from = origin?.(stage) ?? "'self'";
  return [
    "default-src 'none'",
    `script-src ${from}`,
    `connect-src ${from}`,
    `style-src ${nonce === undefined ? from : `'nonce-${nonce}'`}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED}`,
  ].join('; ');
}
