import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { FOLDER_STATUSES } from 'precandidate-contract';
import type { Statement } from '../db/database.ts';
import type { FormName } from '../forms/form-store.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Clock } from '../shared/clock.ts';
import { decompress } from '../shared/decompress.ts';
import { digest } from '../shared/digest.ts';
import { exceedsJsonLimits, identifierIn, isJsonObject, parseJson } from '../shared/json.ts';
import { markNotified } from './person-store.ts';

const TYPE = 'person.completed' as const;

/** Report details can be long, and a rejected webhook may never come again. */
export const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024;

/** A webhook as it came. */
interface ReceivedWebhook {
  bytes: Buffer;
  /** Its `Content-Encoding`. */
  encoding?: string | undefined;
  /** Its `Content-Type`. */
  type?: string | undefined;
}

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>;

interface ReceiverParts {
  clock: Clock;
  outbox: Pick<Outbox, 'add' | 'withdrawStatement'>;
  /** Called for a new webhook, with its person. */
  onCompleted: (person_id: string) => void;
  metrics: Pick<Metrics, 'webhook'>;
}

/** Receives the service's completion webhook. */
export function createWebhookReceiver(parts: ReceiverParts) {
  const { clock, outbox, onCompleted, metrics } = parts;

  /**
   * Resolves once the event is durable; to `false` when the same webhook was received before. A
   * payload that differs from the interface, even one that cannot be read, is stored and flagged: the
   * service may not send a rejected webhook again.
   */
  return async function receive(received: ReceivedWebhook): Promise<boolean> {
    const webhook = await readCompletion(received);
    const { data, differences } = webhook;
    const { bytes } = received;
    const now = clock.now();
    const person_id = identifierIn(data['id']);
    const createdFor = createdForOf(data);
    const body = eventBody(webhook, bytes, now);
    const event = { id: eventId(webhook, bytes), type: TYPE, person_id, createdFor, body };
    const others: Statement[] = [];
    if (person_id !== undefined) {
      const result = resultDigest(person_id, data);
      others.push(
        // Polling does not report the result again; its event that was not sent yet is withdrawn.
        markNotified({ person_id, result, now, createdFor }),
        outbox.withdrawStatement(polledEventId(result)),
      );
    }
    const isNew = await outbox.add(event, others);
    metrics.webhook(!isNew ? 'duplicate' : differences.length > 0 ? 'differing' : 'taken');
    if (isNew && person_id !== undefined) onCompleted(person_id);
    return isNew;
  };
}

/** A webhook without an id of its own is recognized by its content. */
function eventId({ json, data: { webhook_request_id } }: Completion, bytes: Buffer): string {
  const request_id = typeof webhook_request_id === 'string' ? webhook_request_id.trim() : '';
  if (request_id) return `evt_${digest(TYPE, request_id)}`;
  return `evt_${digest(TYPE, 'content', hash('sha256', json ?? bytes))}`;
}

/**
 * JSON is passed on unchanged: parsed and serialized again, large numbers would differ. Anything
 * else is passed on in base64 as it came, for the receiver to check.
 */
function eventBody({ json, differences }: Completion, bytes: Buffer, now: number): Buffer {
  const differs = differences.length > 0 ? `,"differs":${JSON.stringify(differences)}` : '';
  const head = `{"type":"${TYPE}","timestamp":"${new Date(now).toISOString()}"${differs},"data":`;
  if (json === undefined) return Buffer.from(`${head}null,"raw":"${bytes.toString('base64')}"}`);
  return Buffer.concat([Buffer.from(head), json, Buffer.from('}')]);
}

/** The payload of a completion webhook. */
interface Completion {
  /** In UTF-8, without a byte order mark; `undefined` when it is not JSON. */
  json: Buffer | undefined;
  /** Its members; none when it is not an object. */
  data: Readonly<Record<string, unknown>>;
  /**
   * JSON Pointers to where the payload differs from the documented interface: a member is missing,
   * has another type, or a status that is not documented. Additional members are no difference.
   */
  differences: readonly string[];
}

const TEXTS = ['webhook_request_id', 'timestamp', 'id', 'status', 'created_at', 'updated_at'];
const LINKS = ['person', 'self'];
/** More values would take hundreds of megabytes and seconds to parse. */
const LIMITS = { maxDepth: Infinity, maxValues: 1_000_000 };
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads it as its headers declare. What is not JSON then, or exceeds a limit, counts as not JSON. */
async function readCompletion({ bytes, encoding, type }: ReceivedWebhook): Promise<Completion> {
  // A header that is wrong about a readable body does no harm.
  const plain = await decompress(bytes, encoding, MAX_WEBHOOK_BYTES).catch(() => bytes);
  return (
    readJson(plain) ??
    readJson(toUtf8(plain, type)) ?? { json: undefined, data: {}, differences: [''] }
  );
}

/** `undefined` when its declared charset is unknown, or not its charset. */
function toUtf8(bytes: Buffer, type = ''): Buffer | undefined {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type)?.[1];
  if (charset === undefined) return undefined;
  try {
    return Buffer.from(new TextDecoder(charset, { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function readJson(bytes: Buffer | undefined): Completion | undefined {
  const json = bytes?.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
  if (json === undefined || !isUtf8(json) || exceedsJsonLimits(json, LIMITS)) return undefined;
  const data = parseJson(json.toString());
  if (data === undefined) return undefined;
  return isJsonObject(data)
    ? { json, data, differences: differencesOf(data) }
    : { json, data: {}, differences: [''] };
}

/** The form that the channel `person` names in `custom_data`. */
function createdForOf({ custom_data }: Completion['data']): FormName | undefined {
  if (!isJsonObject(custom_data)) return undefined;
  const person_id = identifierIn(custom_data['person_id']);
  const form_id = identifierIn(custom_data['precandidate_id']);
  return person_id && form_id ? { person_id, form_id } : undefined;
}

/** Equal for two reports of one result, whether polled or received by webhook. */
export function resultDigest(
  person_id: string,
  { status, updated_at }: Completion['data'],
): string {
  // Text only: any other value may be too deep to serialize.
  const texts = [status, updated_at].map((value) => (typeof value === 'string' ? value : null));
  return digest(person_id, JSON.stringify(texts));
}

/** The event of a result that a poll found. A receiver drops a repeat by it. */
export const polledEventId = (result: string): string =>
  `evt_${digest('person.completed', 'found', result)}`;

function differencesOf(data: Completion['data']): string[] {
  const { status, _links: links, reports = {} } = data;
  const differing = TEXTS.filter((name) => typeof data[name] !== 'string' || data[name] === '');
  if (status && !FOLDER_STATUSES.some((documented) => documented === status))
    differing.push('status');
  if (!isJsonObject(links) || !LINKS.every((name) => hasText(links[name], 'href')))
    differing.push('_links');
  if (!('custom_data' in data)) differing.push('custom_data');
  if (!isJsonObject(reports) || !Object.values(reports).every((one) => hasText(one, 'state')))
    differing.push('reports');
  return [...new Set(differing)].map((member) => `/${member}`);
}

function hasText(value: unknown, name: string): boolean {
  return isJsonObject(value) && typeof value[name] === 'string';
}
