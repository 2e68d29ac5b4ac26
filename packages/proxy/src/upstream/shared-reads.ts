interface ReadOptions {
  signal?: AbortSignal;
  onSent?: (sentAt: number) => void;
}

/** A read that several callers share. */
interface PendingRead<Response> {
  response: Promise<Response>;
  /** When the request was made. */
  sent: Promise<number>;
  /** Adds a caller; the read is abandoned once the signals of all callers are aborted. */
  join(signal: AbortSignal | undefined): void;
}

/** Reads at the same time with the same path and options share one request. */
export function createSharedReads<Options extends ReadOptions, Response>(
  read: (
    path: string,
    options: Omit<Options, keyof ReadOptions> & ReadOptions,
  ) => Promise<Response>,
) {
  type Shared = Omit<Options, keyof ReadOptions>;
  const pendingReads = new Map<string, PendingRead<Response>>();

  function start(key: string, path: string, options: Shared): PendingRead<Response> {
    const { promise: sent, resolve: onSent } = Promise.withResolvers<number>();
    const abandoned = new AbortController();
    let callers = 0;
    const leave = (): void => {
      callers -= 1;
      if (callers === 0) abandoned.abort();
    };
    const { signal } = abandoned;
    const response = read(path, { ...options, signal, onSent });
    const forget = (): void => {
      if (pendingReads.get(key) === pending) pendingReads.delete(key);
    };
    const pending: PendingRead<Response> = {
      response,
      sent,
      join(other) {
        callers += 1;
        if (other?.aborted) leave();
        else other?.addEventListener('abort', leave, { once: true });
      },
    };
    // A caller that comes later must not share a read that was abandoned.
    signal.addEventListener('abort', forget);
    response.then(forget, forget);
    pendingReads.set(key, pending);
    return pending;
  }

  return (path: string, { onSent, signal, ...options }: Options): Promise<Response> => {
    const key = JSON.stringify([path, options]);
    const pending = pendingReads.get(key) ?? start(key, path, options);
    pending.join(signal);
    if (onSent) void pending.sent.then(onSent);
    return pending.response;
  };
}
