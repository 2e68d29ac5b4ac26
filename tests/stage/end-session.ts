import { createHmac } from 'node:crypto';
import type { Page } from 'playwright';

/** The secret that signs the sessions of a demo whose sessions are to end early. */
export const SESSION_SECRET = 'a-secret-of-at-least-thirty-two-characters';

/** The same session, as the proxy signs it, but over at `ends` (epoch milliseconds). */
export function sessionThatEnds(token: string, ends: number): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = JSON.stringify({ ...claims, exp: Math.floor(ends / 1000) });
  const signed = `${header}.${Buffer.from(changed).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', SESSION_SECRET).update(signed).digest('base64url')}`;
}

/** The pages that `page` opens at `url` begin with a session that is over after `ms`; later ones last. */
export async function shortenFirstSession(page: Page, url: string, ms: number): Promise<void> {
  const html = await (await fetch(url)).text();
  const [, token = ''] = /session="([^"]+)"/.exec(html) ?? [];
  await page.addInitScript(
    (session) => {
      // Before any script of the page runs: an answer made up here would not count as a local one.
      new MutationObserver((_changes, observer) => {
        const element = document.querySelector('precandidate-form');
        if (element === null) return;
        observer.disconnect();
        element.setAttribute('session', session);
      }).observe(document, { childList: true, subtree: true });
    },
    sessionThatEnds(token, Date.now() + ms),
  );
}
