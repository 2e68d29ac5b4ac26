import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
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
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
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
  child.on('exit', (code) => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)));
  return promise;
}

/** Free ports, for servers that must restart on the same port. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
