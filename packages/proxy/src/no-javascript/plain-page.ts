import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemName } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { PageReceipts } from './page-receipts.ts';
import type { PlainPage, PlainPages, Post } from './plain-pages.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';
import { Type } from '../plugins/type.ts';
import { answers, SESSION_PROBLEMS } from '../plugins/answer-shapes.ts';
import { asProblem } from '../plugins/answer-problems.ts';
import type { App } from '../plugins/app-type.ts';
import { sessionOf } from '../plugins/authenticate.ts';
import { FormParams } from '../plugins/shapes.ts';

/**
 * `POST /precandidate/{person_id}/page/{form_id}`: what the form is posted to where no script runs.
 * Every answer is a page, also of what went wrong. Once nothing is left to fill in, that page is
 * another one, at the same address: to load it again, or to come back to it, sends nothing.
 */
export function plainPageRoute(
  app: App,
  parts: {
    pages: PlainPages;
    receipts: PageReceipts;
    /** Where browsers reach the page of a form. */
    addressOf: (scope: SessionScope) => string;
    allowed_origins: readonly string[];
    /** The proxy's own origin, as browsers reach it. */
    own_origin: () => string;
    count: (problem: string) => void;
  },
): void {
  const { pages, receipts, addressOf, allowed_origins } = parts;

  const send = (reply: FastifyReply, { status, html }: PlainPage): FastifyReply =>
    reply
      .code(status)
      .removeHeader('x-frame-options')
      .header('content-security-policy', policy(parts.own_origin(), allowed_origins))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, readPost(String(body)));
      } catch {
        done(new ProblemError('malformed-body'));
      }
    },
  );

  app.setErrorHandler(async (error: FastifyError | ProblemError, request, reply) => {
    const known = asProblem(error, request.log);
    parts.count(known.problemName);
    const locales = [request.session?.locale, ...languagesOf(request)];
    const post = (request.body as Post | null | undefined) ?? undefined;
    const isOurs = request.session !== null || OURS_ONCE.has(known.problemName);
    return send(reply.headers(known.headers), await pages.tell(known, post, locales, isOurs));
  });

  app.post(
    '/precandidate/:person_id/page/:form_id',
    {
      schema: {
        summary: 'Submit the form where no script runs; every answer is a page',
        tags: ['browser'],
        consumes: ['application/x-www-form-urlencoded'],
        params: FormParams,
        response: answers(
          {
            200: Type.String({ description: 'text/html' }),
            303: Type.String({ description: 'Nothing is left to fill in: the same address tells' }),
          },
          ...SESSION_PROBLEMS,
          ...(['form-not-found', 'schema-unusable', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      const scope = sessionOf(request);
      const page = await pages.submit(scope, request.body as Post);
      if (page !== 'settled') return send(reply, page);
      // There a browser keeps no cookie of ours.
      if (FRAMES.has(String(request.headers['sec-fetch-dest'])))
        return send(reply, await pages.show(scope));
      const cookie = await receipts.write(scope);
      return reply
        .code(303)
        .header('set-cookie', cookie)
        .header('location', addressOf(scope))
        .send();
    },
  );

  app.get(
    '/precandidate/:person_id/page/:form_id',
    {
      schema: {
        summary: 'How the form stands, for the browser that posted it',
        tags: ['browser'],
        params: FormParams,
        response: answers(
          { 200: Type.String({ description: 'text/html' }) },
          ...(['session-invalid', 'session-revoked', 'rate-limited'] as const),
        ),
      },
    },
    async (request, reply) => {
      const { session } = request;
      if (session === null) return send(reply, await pages.turnAway(languagesOf(request)));
      return send(reply, await pages.show(session, addressOf(session)));
    },
  );
}

/** What a page of ours was posted with, though it opens nothing any more. */
const OURS_ONCE: ReadonlySet<ProblemName> = new Set(['session-expired', 'session-revoked']);
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed']);

/** Nothing but the form and its sheet. The host may show it where it showed its own page. */
function policy(own_origin: string, allowed_origins: readonly string[]): string {
  return [
    `default-src 'none'`,
    `style-src 'self' ${own_origin}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors ${allowed_origins.join(' ')}`,
  ].join(';');
}

/** Throws when the bytes behind `%` are no UTF-8. */
function readPost(body: string): Post {
  decodeURIComponent(body.replaceAll('+', ' '));
  const all = [...new URLSearchParams(body)];
  const session = all.find(([name]) => name === 'session')?.[1] ?? '';
  return { session, entries: all.filter(([name]) => name !== 'session') };
}

/** Tags of `Accept-Language`, in the order that they are named. */
function languagesOf(request: FastifyRequest): string[] {
  const accepted = request.headers['accept-language'] ?? '';
  return accepted
    .slice(0, 500)
    .split(',')
    .map((each) => each.split(';')[0]?.trim() ?? '');
}
