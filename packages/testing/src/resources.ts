import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What ends with a test, or with all tests of a file. */
export interface Owner {
  after(stop: () => unknown): void;
}

/** An empty folder, deleted after the test. */
export async function newFolder(t: Owner): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A web server that responds as the test says; resolves to its origin. */
export async function serve(t: Owner, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
