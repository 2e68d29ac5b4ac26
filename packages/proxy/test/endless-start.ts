/** A worker that never becomes ready. */
setInterval(() => undefined, 60_000);
await new Promise<never>(() => undefined);
