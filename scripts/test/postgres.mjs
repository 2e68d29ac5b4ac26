import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runQuietly } from '../bootstrap/run-quietly.mjs';

const READY = 'ready to accept connections';
const VERSIONS = '/usr/lib/postgresql';

/**
 * A throw-away Postgres on a unix socket in a temporary folder, or `undefined`, with one line that
 * says so, when this machine has none and none can be installed. `down()` breaks it off, `up()` has
 * it recover; `freeze()` keeps it from answering until `thaw()`; `stop()` ends and deletes it.
 */
export async function startPostgres() {
  const binaries = (await installed()) ?? (await install());
  if (binaries === undefined) {
    console.log('no Postgres here: the store is tested on the embedded database only');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-postgres-'));
  const owner = unprivileged();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const options = { cwd: folder, ...owner };
  const data = join(folder, 'data');
  await runQuietly(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'precandidate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  );
  const server = serve(join(binaries, 'postgres'), data, folder, options);
  await readiness(server);
  return {
    url: `postgresql://precandidate@localhost/postgres?host=${encodeURIComponent(folder)}`,
    down: () => order(server, 'down', 'is down'),
    up: () => order(server, 'up', READY),
    freeze: () => signal(data, 'SIGSTOP'),
    thaw: () => signal(data, 'SIGCONT'),
    stop: () => stop(server),
  };
}

function installed() {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
}

async function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.error('installing postgresql …');
  try {
    await runQuietly('apt-get', ['update']);
    await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql']);
  } catch {
    return undefined;
  }
  return installed();
}

/** Postgres refuses to run as root: then it runs as `postgres` or `nobody`. */
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

/** `down` ends the server as a crash does, at once; `up` starts it on the same data. */
const KEEPER = `
"$@" & server=$!
while read -r word; do
  case $word in
    down) kill -QUIT $server; wait $server; echo is down >&2 ;;
    up) "$@" & server=$! ;;
  esac
done
kill -INT $server; wait $server; rm -rf "$PWD"`;

/**
 * The shell between us and the server ends the server, and deletes its folder, when our end of its
 * input closes, which it does however we die. Its process group is its own, so that it has the time.
 */
function serve(postgres, data, socketFolder, options) {
  const server = ['-D', data, '-k', socketFolder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  return spawn('/bin/sh', ['-c', KEEPER, 'sh', postgres, ...server], {
    ...options,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
}

function readiness(server) {
  return new Promise((resolve, reject) => {
    const said = [];
    createInterface({ input: server.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes(READY)) resolve();
      if (line.includes('FATAL')) reject(new Error(`Postgres does not start:\n${said.join('\n')}`));
    });
    server.on('exit', () => reject(new Error(`Postgres does not start:\n${said.join('\n')}`)));
  });
}

/** Gives the keeper a word; resolves when the server's log says that it was done. */
function order(server, word, told) {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('Postgres has ended'));
    const hear = (chunk) => {
      if (!chunk.includes(told)) return;
      server.stderr.off('data', hear);
      server.off('exit', ended);
      resolve();
    };
    server.stderr.setEncoding('utf8').on('data', hear);
    server.once('exit', ended);
    server.stdin.write(`${word}\n`);
  });
}

/** To the server and to each of its connections, which are processes and sessions of their own. */
function signal(data, name) {
  const [server] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const connections = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8');
  for (const pid of [server, ...connections.split(' ')].filter(Boolean))
    process.kill(Number(pid), name);
}

async function stop(server) {
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.stdin.end();
  await ended;
}
