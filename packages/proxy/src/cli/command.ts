import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Settings, SettingsError } from '../config/settings.ts';
import { ProblemError } from '../plugins/problem-error.ts';

/** A command of `precandidate-proxy`. */
export interface Command {
  /** What `<command> --help` prints. */
  help: string;
  /** Resolves to the exit code. Throws {@link UsageError} for arguments that `help` does not describe. */
  run(args: string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** The arguments are wrong. The message is one sentence for the operator. */
export class UsageError extends Error {}

/** Parses `args`. Throws {@link UsageError} for an unknown option. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`The options are: ${[...known, '--help'].join(', ')}`);
  }
}

/** The address of the running proxy on this machine. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/**
 * Calls the running proxy as the back end does, because only its process can open the embedded
 * database. Throws {@link UsageError} when the proxy responds with an error or not at all.
 */
export async function callProxy(
  settings: Settings,
  {
    url = localAddress(settings),
    path,
    body,
  }: { url?: string | undefined; path: string; body?: unknown },
): Promise<unknown> {
  const answer = await fetch(url.replace(/\/+$/, '') + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${settings.BACKEND_KEYS[0]}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new UsageError(`No proxy responds at ${url}; set --url`);
  });
  const text = await answer.text();
  const value: unknown = text === '' ? undefined : parse(text);
  if (!answer.ok) throw new UsageError(`The proxy responded ${answer.status}: ${titleIn(value)}`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function titleIn(value: unknown): string {
  const { title } = (value ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title : 'not a problem of the proxy; is this its address?';
}

/** Why the proxy cannot start, without a stack trace. */
export function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof ProblemError)
    return 'The database cannot be used: it is unreachable, read-only, or (DATA_DIR) in use by another process';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return 'The port is in use: set PORT to another one';
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine';
  if (/^(EACCES|EEXIST|ENOTDIR|EROFS|ENOENT)$/.test(code))
    return 'This user may not write to DATA_DIR or may not use the port';
  return `The proxy cannot start: ${error instanceof Error ? `${error.name} ${code}` : 'unknown'}`;
}
