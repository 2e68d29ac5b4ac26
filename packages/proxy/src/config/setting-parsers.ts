import ipaddr from 'ipaddr.js';
import { RELAY_EVENTS, type RelayEventType, SUBMISSION_CHANNELS } from 'precandidate-contract';

/** Parses the text of one setting. Throws a {@link Fault}. */
export type Parser<T> = (text: string) => T;

/** Why a setting is invalid. Its message never contains the value. */
export class Fault extends Error {}

export const text: Parser<string> = (value) => value;

const list: Parser<string[]> = (value) =>
  value
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function secrets(min_length: number): Parser<string[]> {
  return (value) => {
    const all = list(value);
    if (all.length === 0) throw new Fault('is empty');
    if (all.some((one) => one.length < min_length))
      throw new Fault(`contains one with fewer than ${min_length} characters`);
    return all;
  };
}

/** The value of an HTTP header. */
export const headerValue: Parser<string> = (value) => {
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new Fault('contains characters that a header cannot have');
  return value;
};

/** `host` or `host:port`. */
export const hosts: Parser<string[]> = (value) => {
  const all = list(value);
  const isHost = (one: string) => {
    const url = URL.canParse(`http://${one}`) ? new URL(`http://${one}`) : undefined;
    return (
      url !== undefined &&
      [url.host, url.hostname, `${url.hostname}:80`].includes(one.toLowerCase())
    );
  };
  if (all.length === 0 || !all.every(isHost))
    throw new Fault('must list hosts such as forms.example or forms.example:8443');
  return all;
};

/** IP addresses, networks, and Fastify’s names for networks. */
export const addresses: Parser<string[]> = (value) => {
  const all = list(value);
  const words = ['loopback', 'linklocal', 'uniquelocal'];
  if (!all.every((one) => words.includes(one) || ipaddr.isValid(one) || ipaddr.isValidCIDR(one)))
    throw new Fault('must list IP addresses or networks, comma-separated');
  return all;
};

export function integer(min: number, max: number): Parser<number> {
  return (value) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Fault(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

export function oneOf<const Word extends string>(words: readonly Word[]): Parser<Word> {
  return (value) => {
    const word = words.find((one) => one === value);
    if (word === undefined) throw new Fault(`must be one of: ${words.join(', ')}`);
    return word;
  };
}

export const channel = oneOf(SUBMISSION_CHANNELS);

export const flag: Parser<boolean> = (value) => oneOf(['true', 'false'])(value) === 'true';

/** An http(s) address without credentials, query or fragment; no slash at its end. */
export const address: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Fault('must be an http(s) URL');
  if (url.username || url.password || url.search || url.hash)
    throw new Fault('must have no credentials, query or fragment');
  return url.href.replace(/\/+$/, '');
};

/** An http(s) address that may contain credentials. */
export const outboundProxy: Parser<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new Fault('must be an http(s) URL without a path');
  return url.href;
};

export const upstreamAddress: Parser<string> = (value) => {
  const url = address(value);
  if (!url.endsWith('/v3')) throw new Fault('must end with /v3');
  return url;
};

export const origins: Parser<string[]> = (value) => {
  const all = list(value);
  if (all.length === 0) throw new Fault('is empty');
  for (const one of all)
    if (!URL.canParse(one) || new URL(one).origin !== one || !/^https?:/.test(one))
      throw new Fault('must list origins such as https://hr.example, comma-separated');
  return all;
};

export const postgresAddress: Parser<string> = (value) => {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Fault('must be a postgres:// URL');
  return value;
};

export const headerName: Parser<string> = (value) => {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(value)) throw new Fault('must be a header name');
  return value;
};

/** Standard Webhooks secrets: `whsec_` and 24 to 64 bytes in base64. */
export const relaySecrets: Parser<string[]> = (value) => {
  const all = list(value);
  const valid = (one: string) => {
    const bytes = Buffer.from(one.slice('whsec_'.length), 'base64').length;
    return /^whsec_[A-Za-z0-9+/]+=*$/.test(one) && bytes >= 24 && bytes <= 64;
  };
  if (all.length === 0 || !all.every(valid))
    throw new Fault('must be whsec_ followed by 24 to 64 bytes in base64');
  return all;
};

/** An endpoint of the portal's back end that events are relayed to. */
export interface RelayEndpoint {
  name: string;
  url: string;
  /** `whsec_…`; several while they rotate, newest first. */
  secrets: readonly string[];
  events: readonly RelayEventType[];
}

const MEMBERS = ['name', 'url', 'secrets', 'events'];

/** A JSON array of `{name, url, secrets, events?}`; without `events` all of them. */
export const relayEndpoints: Parser<RelayEndpoint[]> = (value) => {
  const given = parse(value);
  if (!Array.isArray(given))
    throw new Fault('must be a JSON array of {name, url, secrets, events?}');
  const endpoints = given.map((one: unknown, index) => readEndpoint(one, `its entry ${index + 1}`));
  if (new Set(endpoints.map(({ name }) => name)).size < endpoints.length)
    throw new Fault('names one endpoint twice');
  return endpoints;
};

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function readEndpoint(given: unknown, where: string): RelayEndpoint {
  if (typeof given !== 'object' || given === null) throw new Fault(`${where} is not an object`);
  const {
    name,
    url,
    secrets: given_secrets,
    events = RELAY_EVENTS,
  } = given as Record<string, unknown>;
  if (Object.keys(given).some((key) => !MEMBERS.includes(key)))
    throw new Fault(`${where} may only have the members ${MEMBERS.join(', ')}`);
  if (typeof name !== 'string' || !/^[a-z0-9-]{1,32}$/.test(name) || name === 'default')
    throw new Fault(`${where} needs a name of a-z, 0-9, and - that is not default`);
  return {
    name,
    url: within(where, 'url', () => address(textMember(url))),
    secrets: within(where, 'secrets', () => texts(given_secrets).flatMap(relaySecrets)),
    events: within(where, 'events', () => texts(events).map(eventType)),
  };
}

/** Prefixes the message of a {@link Fault} with its place. */
function within<T>(where: string, member: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Fault ? new Fault(`${where}: ${member} ${error.message}`) : error;
  }
}

function textMember(value: unknown): string {
  if (typeof value !== 'string') throw new Fault('must be a string');
  return value;
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Fault('must be a list of strings');
  return value.map(textMember);
}

function eventType(value: string): RelayEventType {
  const type = RELAY_EVENTS.find((one) => one === value);
  if (type === undefined) throw new Fault(`must be one of: ${RELAY_EVENTS.join(', ')}`);
  return type;
}
