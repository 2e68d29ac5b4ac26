import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';

export interface Command {
  child: ChildProcess;
  /** Sends `signal` to the command and its children; resolves to its exit code, `null` if killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a command in its own process group. */
export function startCommand(
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env?: Record<string, string> },
): Command {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  return {
    child,
    async stop(signal = 'SIGTERM') {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning && child.pid !== undefined) process.kill(-child.pid, signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** The first match of `pattern` in the output of `child`; rejects with the output when it ends first. */
export function waitForLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const match = pattern.exec(line);
      if (match !== null) resolve(match);
    });
  }
  child.on('error', reject);
  // Not at its exit, when a part of its output may not have been read.
  child.on('close', (code) => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)));
  return promise;
}

/** Linux gives no connection a port of this range, so none takes a free one before a server does. */
const PORTS = { from: 20_000, to: 32_000 };

/** Free ports, for servers whose port must be known before they start. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenOnAny));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function listenOnAny(): Promise<Server> {
  for (;;)
    try {
      const server = createServer();
      await once(server.listen(randomInt(PORTS.from, PORTS.to), '127.0.0.1'), 'listening');
      return server;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
}
