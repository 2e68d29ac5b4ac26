import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Settings, SettingsError } from '../config/settings.ts';
import { ProblemError } from '../plugins/problem-error.ts';

/** A word after `precandidate-proxy`. */
export interface Command {
  /** What `<command> --help` prints. */
  help: string;
  /** Answers the exit code. Throws {@link UsageError} when `args` are not as `help` says. */
  run(args: string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** The arguments are wrong; the message is one sentence for whoever typed them. */
export class UsageError extends Error {}

/** The options and words in `args`; throws {@link UsageError} for one that does not exist. */
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

/** Where the running proxy of these settings answers on this machine. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/**
 * Asks the running proxy as the back end does: the embedded database belongs to its process alone.
 * Throws {@link UsageError} with what the proxy answered, or that it does not.
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
    throw new UsageError(`No proxy answers at ${url}; --url says where it is`);
  });
  const text = await answer.text();
  const value: unknown = text === '' ? undefined : parse(text);
  if (!answer.ok) throw new UsageError(`The proxy answered ${answer.status}: ${titleIn(value)}`);
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
  return typeof title === 'string' ? title : 'not one of its problems; is it the proxy?';
}

/** Why the proxy cannot start, in one plain sentence or list: nobody wants a stack for a taken port. */
export function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof ProblemError)
    return 'The database cannot be used: unreachable, read-only, or (DATA_DIR) held by another process';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return 'The port is taken: set PORT to another one';
  if (code === 'EADDRNOTAVAIL') return 'HOST is no address of this machine';
  if (/^(EACCES|EEXIST|ENOTDIR|EROFS|ENOENT)$/.test(code))
    return 'DATA_DIR is no folder that this user may write to, or the port may not be used';
  return `The proxy cannot start: ${error instanceof Error ? `${error.name} ${code}` : 'unknown'}`;
}
