import { FOLDER_STATUSES } from 'precandidate-contract';
import { isObject, isTextAt, scanJson, textAt } from '../shared/scan-json.ts';

/** What the proxy needs to know about a completion. */
export interface Completion {
  /** The payload as it came, without a byte order mark; `undefined` when it is not JSON. */
  json: Buffer | undefined;
  /** Text members by name; those over {@link LONGEST_TEXT} bytes are left out. */
  texts: ReadonlyMap<string, string>;
  /** The addresses of its first links by name, documented or not. */
  links: ReadonlyMap<string, string>;
  /** The names of its first members. */
  members: readonly string[];
  /**
   * JSON Pointers to where the payload differs from the documented interface: a member is missing,
   * has another type, or a status that is not documented. Additional members are no difference.
   */
  differences: readonly string[];
}

/** A completion that was found by polling and relayed. */
export interface RelayedCompletion {
  digest: string;
  /** The names of its members. */
  members: readonly string[];
}

const TEXTS = ['webhook_request_id', 'timestamp', 'id', 'status', 'created_at', 'updated_at'];
const LINKS = ['person', 'self'];
const LONGEST_TEXT = 1_000;
const LONGEST_ADDRESS = 10_000;
const MAX_MEMBERS = 100;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads the bytes of a completion webhook without building their values: it may have 8 MB. */
export function readCompletion(bytes: Buffer): Completion {
  const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const json = hasMark ? bytes.subarray(3) : bytes;
  const texts = new Map<string, string>();
  const links = new Map<string, string>();
  const members: string[] = [];
  const isText = new Set<string>();
  let hasReports = true;

  const isJson = scanJson(json, (name, start, end) => {
    if (members.length < MAX_MEMBERS) members.push(name);
    if (TEXTS.includes(name) && isTextAt(json, start)) {
      isText.add(name);
      if (end - start <= LONGEST_TEXT) texts.set(name, textAt(json, start, end));
    }
    const value = json.subarray(start, end);
    if (name === 'reports') hasReports = isOfReports(value);
    if (name === '_links')
      scanJson(value, (link, from, to) => {
        const href = memberText(value.subarray(from, to), 'href', LONGEST_ADDRESS);
        const isKept = LINKS.includes(link) || links.size < MAX_MEMBERS;
        if (isKept && href !== undefined) links.set(link, href);
      });
  });
  if (!isJson || !isObject(json)) {
    const none = { texts: new Map(), links: new Map(), members: [] };
    return { ...none, json: isJson ? json : undefined, differences: [''] };
  }

  const differing = TEXTS.filter((text) => !isText.has(text) || texts.get(text) === '');
  const status = texts.get('status');
  if (status && !FOLDER_STATUSES.some((documented) => documented === status))
    differing.push('status');
  if (!LINKS.every((link) => links.has(link))) differing.push('_links');
  if (!members.includes('custom_data')) differing.push('custom_data');
  if (!hasReports) differing.push('reports');
  return { json, texts, links, members, differences: differing.map((member) => `/${member}`) };
}

/** `reports` is documented as an object of objects with a text `state`. */
function isOfReports(json: Buffer): boolean {
  let areReports = isObject(json);
  scanJson(json, (_name, start, end) => {
    areReports &&= memberText(json.subarray(start, end), 'state') !== undefined;
  });
  return areReports;
}

/** The object's text of this name; empty when it is too long. */
function memberText(json: Buffer, name: string, longest = LONGEST_TEXT): string | undefined {
  let text: string | undefined;
  scanJson(json, (member, start, end) => {
    if (member === name && isTextAt(json, start))
      text = end - start <= longest ? textAt(json, start, end) : '';
  });
  return text;
}
