import { ProblemError } from '../plugins/problem-error.ts';
import {
  createSessionTokens,
  LONGEST_TTL_S,
  type SessionScope,
} from '../sessions/session-tokens.ts';

/**
 * What shows a candidate without scripts how the form stands after it was posted, also when the page
 * is loaded again: a cookie that only the form's own page is sent. It opens nothing else.
 */
export interface PageReceipts {
  /** `Set-Cookie` for the browser that posted; it lasts until the browser ends, a day at most. */
  write(scope: SessionScope): Promise<string>;
  /** What a `Cookie` header proves; `null`: nothing. */
  read(cookies: string | undefined): Promise<SessionScope | null>;
}

/** No session token is a receipt, and no receipt a session token. */
const AUDIENCE = 'precandidate-page';
const COOKIE = 'precandidate-page';
const IN_HEADER = new RegExp(`(?:^|;) *${COOKIE}=([\\w.-]+) *(?:;|$)`);

/**
 * @param secrets - as of the sessions
 * @param addressOf - where browsers reach the page of a form
 */
export async function createPageReceipts(
  secrets: readonly string[],
  addressOf: (scope: SessionScope) => string,
): Promise<PageReceipts> {
  const receipts = await createSessionTokens(secrets, AUDIENCE);

  return {
    async write(scope) {
      const { token } = await receipts.mint(scope, LONGEST_TTL_S);
      const { pathname, protocol } = new URL(addressOf(scope));
      // Lax: it was another site, the host's page, that led here.
      const attributes = [`Path=${pathname}`, 'HttpOnly', 'SameSite=Lax'];
      if (protocol === 'https:') attributes.push('Secure');
      return [`${COOKIE}=${token}`, ...attributes].join('; ');
    },

    async read(cookies = '') {
      const receipt = IN_HEADER.exec(cookies)?.[1];
      if (receipt === undefined) return null;
      return receipts.verify(receipt).catch((error: unknown) => {
        if (error instanceof ProblemError) return null;
        throw error;
      });
    },
  };
}
