import { FOLDER_STATUSES } from 'precandidate-contract';
import { parseText, scanJson } from './scan-json.ts';

/** What the proxy needs to know about a webhook. */
export interface Webhook {
  /** The payload as it came, without a byte order mark; `undefined` when it is not JSON. */
  json: Buffer | undefined;
  /** Text members by name; those over {@link LONGEST_TEXT} bytes are left out. */
  texts: ReadonlyMap<string, string>;
  /** The names of its first members. */
  members: readonly string[];
  /**
   * JSON Pointers to where the payload differs from the documented interface: a member is missing,
   * has another type, or a status that is not documented. Additional members are no difference.
   */
  differences: readonly string[];
}

const TEXTS = ['webhook_request_id', 'timestamp', 'id', 'status', 'created_at', 'updated_at'];
const LONGEST_TEXT = 1_000;
const MAX_MEMBERS = 100;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const [QUOTE, OPEN_OBJECT] = [0x22, 0x7b];

/** Reads a webhook's bytes without building their values: a payload may have 8 MB. */
export function readWebhook(bytes: Buffer): Webhook {
  const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const json = hasMark ? bytes.subarray(3) : bytes;
  const texts = new Map<string, string>();
  const members: string[] = [];
  const isText = new Set<string>();
  const links = new Set<string>();
  const reports = createReportsCheck();

  const isJson = scanJson(json, (path, start, end) => {
    const [member = '', name = '', field] = path;
    const isString = json[start] === QUOTE;
    if (path.length === 1) {
      if (members.length < MAX_MEMBERS) members.push(member);
      if (isString && TEXTS.includes(member)) {
        isText.add(member);
        if (end - start <= LONGEST_TEXT) texts.set(member, parseText(json, start, end));
      }
    }
    if (member === '_links' && field === 'href' && isString) links.add(name);
    if (member === 'reports') reports.add(path, json[start]);
  });
  if (!isJson || !isObject(json))
    return { json: isJson ? json : undefined, texts: new Map(), members: [], differences: [''] };

  const differing = TEXTS.filter((text) => !isText.has(text) || texts.get(text) === '');
  const status = texts.get('status');
  if (status !== undefined && !FOLDER_STATUSES.some((documented) => documented === status))
    differing.push('status');
  if (!links.has('person') || !links.has('self')) differing.push('_links');
  if (!members.includes('custom_data')) differing.push('custom_data');
  if (reports.isDifferent()) differing.push('reports');
  return { json, texts, members, differences: differing.map((member) => `/${member}`) };
}

/** `reports` is documented as an object of objects with a text `state`. */
function createReportsCheck() {
  let isDifferent = false;
  let hasState = false;
  return {
    /** Takes the members of `reports`, each before the one that holds it. */
    add({ length, 2: field }: readonly string[], firstByte: number | undefined): void {
      const isReport = firstByte === OPEN_OBJECT;
      if (length === 3) hasState ||= field === 'state' && firstByte === QUOTE;
      if (length === 1) isDifferent ||= !isReport;
      if (length !== 2) return;
      isDifferent ||= !isReport || !hasState;
      hasState = false;
    },
    isDifferent: () => isDifferent,
  };
}

function isObject(json: Buffer): boolean {
  return json.find((byte) => byte > 0x20) === OPEN_OBJECT;
}
