import type { Settings } from '../config/setting-list.ts';
import { UsageError } from './command.ts';

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
