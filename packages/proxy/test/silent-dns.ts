import { lookup } from '../src/upstream/address-lookup.ts';

/** Run by a test where name servers are silent: prints how long look-ups took, in milliseconds, and how they ended. */
const findAll = (name: string) =>
  new Promise<{ name: string; ms: number; code: string | undefined }>((resolve) => {
    const startedAt = performance.now();
    lookup(name, { all: true }, (error) =>
      resolve({ name, ms: performance.now() - startedAt, code: error?.code }),
    );
  });

const silent = Array.from({ length: 5 }, () => findAll('receiver.example'));
const first = await findAll('localhost');
await Promise.race(silent);
const later = Array.from({ length: 5 }, () => findAll('receiver.example'));
const second = await findAll('localhost');
console.log(
  JSON.stringify({
    first,
    second,
    silent: await Promise.all(silent),
    later: await Promise.all(later),
  }),
);
