import type { FastifyError, FastifyInstance } from 'fastify';
import { ProxyRefusal } from '../backend/call-proxy.ts';
import { messagePage } from '../views/message-page.ts';

/** Pages for what went wrong: a plain sentence, never a stack. */
export function errorPages(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type('text/html')
      .send(messagePage('Not here', 'There is nothing at this address.')),
  );
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error instanceof ProxyRefusal)
      return reply
        .code(502)
        .type('text/html')
        .send(messagePage('Not now', `${error.problem.title}.`));
    const status = error.statusCode ?? 500;
    return reply
      .code(status)
      .type('text/html')
      .send(messagePage('Something went wrong', 'That did not work. Nothing was changed.'));
  });
}
