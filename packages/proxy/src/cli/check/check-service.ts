import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { failureOf } from '../../outbox/event-sender.ts';
import { wallClock } from '../../shared/clock.ts';
import { parseJson } from '../../shared/json.ts';
import { PROBE_PATH } from '../../upstream/service-health.ts';
import { createServiceTransport } from '../../upstream/service-transport.ts';

/** `?`: it cannot be checked now, or it works but probably not as intended. */
export type Finding = [mark: 'ok' | '?' | '✖', what: string, detail: string];
export type Findings = AsyncGenerator<Finding, void>;

/** Receivers of signed events reject events that are five minutes old. */
const CLOCK_TOLERANCE_MS = 60_000;
/** No form has this identifier. */
const NO_FORM = '00000000-0000-0000-0000-000000000000';
/** The interface documents this message for an unknown form. */
const UNKNOWN_FORM = 'Precandidate form not found';

type Transport = ReturnType<typeof createServiceTransport>;
type Reply = Awaited<ReturnType<Transport['send']>>;
type Get = (path: string) => Promise<Reply>;

/** Whether the service's interface is at `UPSTREAM_URL`, and accepts the key. Creates nothing. */
export async function* checkService(settings: Settings): Findings {
  const transport = createServiceTransport(settings);
  const get: Get = (path) => transport.send({ method: 'GET', path });
  try {
    const reply = await get(PROBE_PATH);
    yield* judge(reply, get);
    yield checkClock(reply);
  } catch (error) {
    yield ['✖', 'service', `it cannot be reached: ${failureOf(error)}`];
  } finally {
    await transport.close();
  }
}

async function* judge(reply: Reply, get: Get): Findings {
  const { status } = reply;
  if (status === 401 || status === 403) {
    yield ['ok', 'service', 'it responds at UPSTREAM_URL'];
    yield ['✖', 'key', `the service rejects UPSTREAM_API_KEY: ${status}`];
    return;
  }
  const fault = status === 404 ? await faultOfNotFound(reply, get) : faultOf(reply);
  if (fault) return yield fault;
  yield ['ok', 'service', 'it responds at UPSTREAM_URL'];
  yield ['ok', 'key', 'the service accepts UPSTREAM_API_KEY'];
}

/** What is wrong with the response to a person who cannot exist; a list is right. */
function faultOf({ status, headers, text = '' }: Reply): Finding | undefined {
  if (status >= 500) return ['✖', 'service', `it responds with ${status}: it is down, or fails`];
  if (status >= 300 && status < 400)
    return ['✖', 'service', `it redirects to ${hostIn(headers)}: set UPSTREAM_URL to that address`];
  if (status === 429) return ['?', 'service', 'it limits our requests (429): check again later'];
  if (status >= 400) return ['✖', 'service', `it responds with ${status} to a list of forms`];
  return Array.isArray(parseJson(text)) ? undefined : ['✖', 'service', noList(headers)];
}

/**
 * 404 is right for an unknown person, and wrong when the address is. The interface documents the message
 * for an unknown form; a path that cannot exist shows what 404 means here otherwise.
 */
async function faultOfNotFound(reply: Reply, get: Get): Promise<Finding | undefined> {
  if (parseJson(reply.text ?? '') === undefined) return ['✖', 'service', noList(reply.headers)];
  const form = await get(`${PROBE_PATH}/schema/${NO_FORM}`);
  if (form.status === 404 && form.text?.includes(UNKNOWN_FORM)) return undefined;
  const nothing = await get(`/${randomUUID()}`);
  if (nothing.status === 404 && nothing.text === reply.text)
    return ['✖', 'service', 'it responds with 404 to every path: does UPSTREAM_URL end with /v3?'];
  return ['?', 'service', 'it responds with 404, but not with the documented message'];
}

const noList = (headers: Reply['headers']): string =>
  `it responds with ${String(headers['content-type'] ?? 'no content type')}, not with a JSON list: is UPSTREAM_URL its address?`;

function hostIn(headers: Reply['headers']): string {
  const location = String(headers['location'] ?? '');
  return URL.canParse(location) ? new URL(location).origin : 'another path';
}

function checkClock({ headers }: Reply): Finding {
  const theirs = Date.parse(String(headers['date']));
  if (Number.isNaN(theirs))
    return ['?', 'clock', 'the response of the service has no date to compare with'];
  const aheadMs = theirs - wallClock.now();
  const mark = Math.abs(aheadMs) > CLOCK_TOLERANCE_MS ? '✖' : 'ok';
  return [
    mark,
    'clock',
    `differs from the service’s by ${Math.round(Math.abs(aheadMs) / 1_000)} s`,
  ];
}
