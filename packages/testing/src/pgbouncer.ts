import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { newFolder, type Owner } from './resources.ts';

const { PGBOUNCER_PATH = '/usr/sbin/pgbouncer' } = process.env;

/** Whether this machine has the pooler. */
export const hasPgBouncer = existsSync(PGBOUNCER_PATH);

/** A pooler in front of the Postgres at `url`; resolves to the address of the same database behind it. */
export async function startPgBouncer(
  t: Owner,
  url: string,
  poolMode: 'session' | 'transaction' | 'statement',
): Promise<string> {
  const { username, pathname, searchParams } = new URL(url);
  const folder = await newFolder(t);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" ""\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${searchParams.get('host')} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${poolMode}
default_pool_size = 30
server_login_retry = 1
`,
  );
  await chmod(folder, 0o755);
  // It does not run as root, and only the owner of its socket may connect to our Postgres.
  const { uid, gid } = await stat(searchParams.get('host') ?? '/');
  const pooler = spawn(PGBOUNCER_PATH, [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  t.after(async () => {
    if (pooler.exitCode !== null) return;
    pooler.kill('SIGTERM');
    await once(pooler, 'exit');
  });
  for await (const line of createInterface(pooler.stderr)) {
    if (line.includes('process up')) {
      pooler.stderr.resume();
      return `postgresql://${username}@127.0.0.1:${port}${pathname}`;
    }
  }
  throw new Error('pgbouncer does not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
