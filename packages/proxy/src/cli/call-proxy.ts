import type { Problem } from 'precandidate-contract';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { address, Fault } from '../config/setting-parsers.ts';
import { readSettings } from '../config/settings.ts';
import { ProblemSchema } from '../http/route-schemas.ts';
import { parseJson } from '../shared/json.ts';
import { localAddress, UsageError } from './command.ts';

/** The running proxy refused the request: another one may succeed. */
export class RefusedError extends UsageError {}

/** A server that takes the request and never responds is not waited for. */
const RESPOND_WITHIN_MS = 30_000;

/**
 * Returns a function that calls the running proxy as the back end does, because only its process can
 * open the embedded database: a POST if there is a body. Throws {@link UsageError} when the proxy
 * responds with an error or not at all, and when another server responds: one whose success is not as the route
 * describes it, in `expected`.
 */
export function proxyCaller(env: NodeJS.ProcessEnv, given: string | undefined) {
  const request = proxyRequester(env, given);

  return async <Expected extends TSchema>(
    path: string,
    expected: Expected,
    body?: object,
    method = 'GET',
  ): Promise<Static<Expected>> => {
    const signal = AbortSignal.timeout(RESPOND_WITHIN_MS);
    const { url, response } = await request(path, {
      method: body === undefined ? method : 'POST',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal,
    });
    const text = await response.text().catch(() => {
      throw new UsageError(
        signal.aborted
          ? `The response of ${url} did not end within ${RESPOND_WITHIN_MS / 1_000} s`
          : `The response of ${url} was cut short`,
      );
    });
    // Only a 204 is nothing.
    const value = response.status === 204 ? null : (parseJson(text) ?? undefined);
    if (!response.ok || !Check(expected, value)) throw unexpected(url, response.status, value);
    return value;
  };
}

/** Returns a function that sends a request to the running proxy, with the key of the back end. */
export function proxyRequester(env: NodeJS.ProcessEnv, given: string | undefined) {
  const settings = readSettings(env);
  const url = given === undefined ? localAddress(settings) : addressOf(given);
  const authorization = `Bearer ${settings.BACKEND_KEYS[0]}`;

  return async (path: string, { headers, ...init }: RequestInit & { headers?: object }) => {
    const all = { ...headers, authorization };
    const response = await fetch(url + path, { ...init, headers: all, redirect: 'manual' }).catch(
      () => {
        throw new UsageError(`No proxy responds at ${url}; set --url`);
      },
    );
    return { url, response };
  };
}

function addressOf(url: string): string {
  try {
    return address(url);
  } catch (error) {
    throw error instanceof Fault ? new UsageError(`--url ${error.message}`) : error;
  }
}

/** The error for a response that is not the expected one. */
export function unexpected(url: string, status: number, value: unknown): UsageError {
  if (!isProblem(value))
    return new UsageError(`${url} responded ${status}, but not as the proxy; set --url`);
  const faults = (value.errors ?? []).map(
    ({ pointer, detail }) => `; ${pointer.slice(1)} ${detail}`,
  );
  const detail = value.detail === undefined ? '' : `. ${value.detail}`;
  return new RefusedError(
    `The proxy responded ${status}: ${value.title}${detail}${faults.join('')}`,
  );
}

const isProblem = (value: unknown): value is Problem =>
  Check(ProblemSchema, value) && value.type.startsWith('urn:precandidate:problem:');
