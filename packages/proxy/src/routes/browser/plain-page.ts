import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../problem-error.ts';
import type { PlainPage, PlainPages, Post } from '../../services/plain-pages.ts';
import { Type } from '../type.ts';
import { answers, SESSION_PROBLEMS } from '../answer-shapes.ts';
import { asProblem } from '../answer-problems.ts';
import type { App } from '../app-type.ts';
import { sessionOf } from '../authenticate.ts';
import { FormParams } from '../shapes.ts';

/**
 * `POST /precandidate/{person_id}/page/{form_id}`: what the form is posted to where no script runs.
 * Every answer is a page, also of what went wrong.
 */
export function plainPageRoute(
  app: App,
  parts: {
    pages: PlainPages;
    allowed_origins: readonly string[];
    /** The proxy's own origin, as browsers reach it. */
    own_origin: () => string;
    count: (problem: string) => void;
  },
): void {
  const { pages, allowed_origins } = parts;

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
    return send(reply.headers(known.headers), await pages.tell(known, post, locales));
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
          { 200: Type.String({ description: 'text/html' }) },
          ...SESSION_PROBLEMS,
          ...(['form-not-found', 'schema-unusable', 'service-unavailable'] as const),
        ),
      },
    },
    async (request, reply) => {
      return send(reply, await pages.submit(sessionOf(request), request.body as Post));
    },
  );

  // Whoever comes back by the address alone is told to open the host's page again.
  app.get(
    '/precandidate/:person_id/page/:form_id',
    { schema: { hide: true } },
    async (request, reply) => {
      const missing = new ProblemError('session-missing');
      const page = await pages.tell(missing, undefined, languagesOf(request));
      return send(reply.header('allow', 'POST'), { ...page, status: 405 });
    },
  );
}

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
