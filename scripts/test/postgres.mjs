import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { capture } from '../processes.mjs';
import { postgresPrograms } from './system-tools.mjs';

const READY = 'ready to accept connections';

/**
 * Starts a temporary Postgres on a unix socket. Resolves to `undefined`, and prints so, when this
 * machine has no Postgres and none can be installed. `down()` crashes it, `up()` starts it again on
 * the same data; `freeze()` suspends it until `thaw()`; `stop()` ends it and deletes its data.
 */
export async function startPostgres() {
  const programs = await postgresPrograms();
  if (programs === undefined) {
    console.log('no Postgres here: tests use SQLite only');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-postgres-'));
  const owner = unprivileged();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { cwd: folder, ...owner };
  const data = join(folder, 'data');
  await capture(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'precandidate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  );
  const server = serve(join(programs, 'postgres'), data, folder, options);
  await waitUntilReady(server);
  let isFrozen = false;
  return {
    url: `postgresql://precandidate@localhost/postgres?host=${encodeURIComponent(folder)}`,
    down: () => order(server, 'down', 'is down'),
    up: () => order(server, 'up', READY),
    async freeze() {
      isFrozen = true;
      signal(data, 'SIGSTOP');
    },
    async thaw() {
      isFrozen = false;
      signal(data, 'SIGCONT');
    },
    async stop() {
      // A frozen server could not stop.
      if (isFrozen) signal(data, 'SIGCONT');
      await stop(server);
    },
  };
}

/** Postgres refuses to run as root; for root, the user `postgres` or `nobody` runs it. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody']
    .map((name) => users.find(([each]) => each === name))
    .find(Boolean);
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** `down` ends the server at once, as a crash does; `up` starts it on the same data. */
const SUPERVISOR = `
"$@" & server=$!
while read -r command; do
  case $command in
    down) kill -QUIT $server; wait $server; echo is down >&2 ;;
    up) "$@" & server=$! ;;
  esac
done
kill -INT $server; wait $server; rm -rf "$PWD"`;

/**
 * The shell between us and the server stops the server and deletes its folder when its input closes,
 * which happens however we end. It has its own process group, so that nothing kills it before.
 */
function serve(postgres, data, socketFolder, options) {
  const server = ['-D', data, '-k', socketFolder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  return spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', postgres, ...server], {
    ...options,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
}

function waitUntilReady(server) {
  return new Promise((resolve, reject) => {
    const lines = [];
    createInterface({ input: server.stderr }).on('line', (line) => {
      lines.push(line);
      if (line.includes(READY)) resolve();
      if (line.includes('FATAL'))
        reject(new Error(`Postgres does not start:\n${lines.join('\n')}`));
    });
    server.on('exit', () => reject(new Error(`Postgres does not start:\n${lines.join('\n')}`)));
  });
}

/** Sends the supervisor a command; resolves when the server's log contains `confirmation`. */
function order(server, command, confirmation) {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('Postgres has ended'));
    const onData = (chunk) => {
      if (!chunk.includes(confirmation)) return;
      server.stderr.off('data', onData);
      server.off('exit', ended);
      resolve();
    };
    server.stderr.setEncoding('utf8').on('data', onData);
    server.once('exit', ended);
    server.stdin.write(`${command}\n`);
  });
}

/** Sends a signal to the server and to each of its connections, which are separate processes. */
function signal(data, name) {
  const [server] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const connections = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8');
  for (const pid of [server, ...connections.split(' ')].filter(Boolean)) {
    try {
      process.kill(Number(pid), name);
    } catch (error) {
      // A connection that has just ended.
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

async function stop(server) {
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.stdin.end();
  await ended;
}
