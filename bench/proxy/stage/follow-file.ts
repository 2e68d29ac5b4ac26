import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/** What is in the file and what is written to its end, until the stream is destroyed. */
export function followFile(file: string): Readable {
  return Readable.from(pieces(file));
}

async function* pieces(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read();
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else await pause(LOOK_EVERY_MS);
    }
  } finally {
    await handle.close();
  }
}
