import { ProblemError } from './problem-error.ts';
import type { App } from './app-type.ts';

/** What Node's server would answer by itself, past our error handler and our headers, is answered by us. */
export function ownHttpAnswers(app: App): void {
  const { server } = app;
  // Else 417 without a body. An expectation that is not understood may be passed over (RFC 9110).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    // Of a request that waits behind another one, the 100 would get into that one's answer.
    if (response.socket) response.writeContinue();
    server.emit('request', request, response);
  });
  // Else 400 without a body: hence `requireHostHeader: false`.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new ProblemError('invalid-request', { detail: 'The Host header is missing' });
    done();
  });
}
