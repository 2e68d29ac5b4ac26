import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** What came back: the body is `undefined` when it broke off or was too large. */
export interface Asked {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer | undefined;
}

/**
 * One call by the dispatcher itself: what undici's `request` adds, a stream for the body and a signal
 * for the time, costs more than the call. Rejects when no answer began within `timeout_ms`; one that
 * has not ended by then broke off.
 */
export function ask(
  dispatcher: Dispatcher,
  call: Dispatcher.DispatchOptions,
  timeout_ms: number,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let answer: Omit<Asked, 'body'> | undefined;
    let isOver = false;
    const late = setTimeout(() => end(undefined, new Error('no answer in time')), timeout_ms);

    function end(body: Buffer | undefined, error?: Error): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      if (error) controller?.abort(error);
      if (answer) resolve({ ...answer, body });
      else reject(error ?? new Error('no answer'));
    }

    dispatcher.dispatch(call, {
      onRequestStart(given) {
        controller = given;
        // It waited for a connection all the time.
        if (isOver) given.abort(new Error('no answer in time'));
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) answer = { status, headers };
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      },
      onResponseError(_controller, error) {
        end(undefined, error);
      },
    });
  });
}
