import { isUtf8 } from 'node:buffer';
import { FOLDER_STATUSES } from 'precandidate-contract';
import type { FormName } from '../forms/form-store.ts';
import { digest } from '../shared/digest.ts';
import { exceedsJsonLimits, isJsonObject, parseJson } from '../shared/json.ts';

/** The payload of a completion webhook. */
export interface Completion {
  /** As it came, without a byte order mark; `undefined` when it is not JSON. */
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
/** In bytes. A longer one does not fit a key of the database. */
const LONGEST_ID = 1_000;
/** More values would take hundreds of megabytes and seconds to parse. */
const LIMITS = { maxDepth: Infinity, maxValues: 1_000_000 };
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Payloads beyond {@link LIMITS} count as not JSON. */
export function readCompletion(bytes: Buffer): Completion {
  const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const json = hasMark ? bytes.subarray(3) : bytes;
  const isReadable = isUtf8(json) && !exceedsJsonLimits(json, LIMITS);
  const data = isReadable ? parseJson(json.toString()) : undefined;
  if (!isJsonObject(data))
    return { json: data === undefined ? undefined : json, data: {}, differences: [''] };
  return { json, data, differences: differencesOf(data) };
}

/** `undefined` without an id that is a text. */
export function idOf({ id }: Completion['data']): string | undefined {
  return typeof id === 'string' && Buffer.byteLength(id) <= LONGEST_ID ? id : undefined;
}

/** The form that the channel `person` names in `custom_data`. */
export function createdForOf({ custom_data }: Completion['data']): FormName | undefined {
  if (!isJsonObject(custom_data)) return undefined;
  const { person_id, precandidate_id: form_id } = custom_data;
  return typeof person_id === 'string' && typeof form_id === 'string'
    ? { person_id, form_id }
    : undefined;
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
