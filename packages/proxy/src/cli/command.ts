import { parseArgs } from 'node:util';
import { readSettings, SettingsError, type Settings } from '../config/settings.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { isJsonObject, parseJson } from '../shared/json.ts';

/** A command of `precandidate-proxy`. */
export interface Command {
  /** What `<command> --help` prints. */
  help: string;
  /** Names of its options; each takes a value. */
  options?: readonly string[];
  /** Throws {@link UsageError} for arguments that `help` does not describe. */
  run(args: Arguments, env: NodeJS.ProcessEnv): Promise<void>;
}

export interface Arguments {
  values: Readonly<Record<string, string | undefined>>;
  positionals: readonly string[];
}

/** Ends the command with exit code 1. The message is one sentence for the operator. */
export class UsageError extends Error {}

export function parseArguments(args: string[], names: readonly string[] = []): Arguments {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    const known = [...names, 'help'].map((name) => `--${name}`);
    throw new UsageError(`The options are: ${known.join(', ')}`);
  }
}

/** The address of the running proxy on this machine. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/**
 * Returns how to call the running proxy as the back end does, because only its process can open the
 * embedded database: a POST if there is a body. Throws {@link UsageError} when the proxy responds
 * with an error or not at all.
 */
export function proxyCaller(env: NodeJS.ProcessEnv, address: string | undefined) {
  const settings = readSettings(env);
  const url = (address ?? localAddress(settings)).replace(/\/+$/, '');
  const authorization = `Bearer ${settings.BACKEND_KEYS[0]}`;

  return async (path: string, body?: object): Promise<unknown> => {
    const request =
      body === undefined
        ? { headers: { authorization } }
        : {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await fetch(url + path, request).catch(() => {
      throw new UsageError(`No proxy responds at ${url}; set --url`);
    });
    const value = parseJson(await response.text());
    if (response.ok) return value;
    const title = isJsonObject(value) ? value['title'] : undefined;
    const reason = title ?? 'not a problem of the proxy; is this its address?';
    throw new UsageError(`The proxy responded ${response.status}: ${String(reason)}`);
  };
}

/** The entries of `GET /<name>` of the running proxy, filtered by `--state` and `--limit`. */
export async function listOf<Entry>(
  name: 'deliveries' | 'submissions',
  call: ReturnType<typeof proxyCaller>,
  { state, limit }: Arguments['values'],
): Promise<readonly Entry[]> {
  const filters = new URLSearchParams({ ...(state && { state }), ...(limit && { limit }) });
  const body = (await call(`/${name}?${filters}`)) as Record<string, Entry[]>;
  return body[name] ?? [];
}

/** Why the proxy cannot start, without a stack trace. */
export function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof ProblemError && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code ?? ''))
    return `The database cannot be used: Postgres responds with SQLSTATE ${error.code}`;
  if (error instanceof ProblemError)
    return `The database cannot be used (${error.code ?? 'no response'}): it is unreachable, read-only, full, or (DATA_DIR) in use by another process`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return 'The port is in use: set PORT to another one';
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine';
  if (/^(EACCES|EEXIST|ENOTDIR|EROFS|ENOENT)$/.test(code))
    return 'This user may not write to DATA_DIR or may not use the port';
  return `The proxy cannot start: ${error instanceof Error ? `${error.name} ${code}` : 'unknown'}`;
}
