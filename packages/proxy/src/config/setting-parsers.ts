import ipaddr from 'ipaddr.js';
import { RELAY_EVENTS, type RelayEventType } from 'precandidate-contract';
import { isJsonObject, parseJson } from '../shared/json.ts';

/** Parses the text of one setting. Throws a {@link Fault}. */
export type Parser<T> = (text: string) => T;

/** Why a setting is invalid. Its message never contains the value. */
export class Fault extends Error {}

export const text: Parser<string> = (value) => value;

export function matching(pattern: RegExp, fault: string): Parser<string> {
  return (value) => {
    if (!pattern.test(value)) throw new Fault(fault);
    return value;
  };
}

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

export const flag: Parser<boolean> = (value) => oneOf(['true', 'false'])(value) === 'true';

function list(isValid: (entry: string) => boolean, fault: string): Parser<string[]> {
  return (value) => {
    const entries = value.split(/[,\n]/).map((entry) => entry.trim());
    const all = entries.filter((entry) => entry !== '');
    if (!all.every(isValid)) throw new Fault(fault);
    return all;
  };
}

function nonEmptyList(isValid: (entry: string) => boolean, fault: string): Parser<string[]> {
  return (value) => {
    const all = list(isValid, fault)(value);
    if (all.length === 0) throw new Fault('is empty');
    return all;
  };
}

export function secrets(minLength: number): Parser<string[]> {
  const fault = `contains one with fewer than ${minLength} characters`;
  return nonEmptyList(({ length }) => length >= minLength, fault);
}

/** `host` or `host:port`. */
export const hosts = nonEmptyList((entry) => {
  const url = URL.parse(`http://${entry}`);
  const names = url ? [url.host, url.hostname, `${url.hostname}:80`] : [];
  return names.includes(entry.toLowerCase());
}, 'must list hosts such as forms.example or forms.example:8443');

/** IP addresses, networks, and Fastify’s names for networks. */
export const addresses = list(
  (entry) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
    ipaddr.isValid(entry) ||
    ipaddr.isValidCIDR(entry),
  'must list IP addresses or networks, comma-separated',
);

export const origins = nonEmptyList(
  (entry) => /^https?:/.test(entry) && URL.parse(entry)?.origin === entry,
  'must list origins such as https://hr.example, comma-separated',
);

/** Standard Webhooks secrets: `whsec_` and 24 to 64 bytes in base64. */
export const relaySecrets = nonEmptyList((entry) => {
  const { length } = Buffer.from(entry.slice('whsec_'.length), 'base64');
  return /^whsec_[A-Za-z0-9+/]+=*$/.test(entry) && length >= 24 && length <= 64;
}, 'must be whsec_ followed by 24 to 64 bytes in base64');

function httpUrl(value: string): URL {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Fault('must be an http(s) URL');
  return url;
}

/** An http(s) address without credentials, query or fragment; no slash at its end. */
export const address: Parser<string> = (value) => {
  const url = httpUrl(value);
  if (url.username || url.password || url.search || url.hash)
    throw new Fault('must have no credentials, query or fragment');
  return url.href.replace(/\/+$/, '');
};

export const upstreamAddress: Parser<string> = (value) =>
  matching(/\/v3$/, 'must end with /v3')(address(value));

/** An http(s) address that may contain credentials. */
export const outboundProxy: Parser<string> = (value) => {
  const url = httpUrl(value);
  if (url.pathname !== '/' || url.search || url.hash)
    throw new Fault('must be an http(s) URL without a path');
  return url.href;
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
  const given = parseJson(value);
  if (!Array.isArray(given))
    throw new Fault('must be a JSON array of {name, url, secrets, events?}');
  const endpoints = given.map((entry: unknown, index) =>
    readEndpoint(entry, `its entry ${index + 1}`),
  );
  if (new Set(endpoints.map(({ name }) => name)).size < endpoints.length)
    throw new Fault('names one endpoint twice');
  return endpoints;
};

function readEndpoint(given: unknown, where: string): RelayEndpoint {
  if (!isJsonObject(given)) throw new Fault(`${where} is not an object`);
  const { name, url, secrets: signing, events = RELAY_EVENTS } = given;
  if (Object.keys(given).some((key) => !MEMBERS.includes(key)))
    throw new Fault(`${where} may only have the members ${MEMBERS.join(', ')}`);
  if (typeof name !== 'string' || !/^[a-z0-9-]{1,32}$/.test(name) || name === 'default')
    throw new Fault(`${where} needs a name of a-z, 0-9, and - that is not default`);
  /** Prefixes a {@link Fault} with its place. */
  const member = <T>(key: string, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw error instanceof Fault ? new Fault(`${where}: ${key} ${error.message}`) : error;
    }
  };
  return {
    name,
    url: member('url', () => address(asText(url))),
    secrets: member('secrets', () => asTexts(signing).flatMap(relaySecrets)),
    events: member('events', () => asTexts(events).map(oneOf(RELAY_EVENTS))),
  };
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new Fault('must be a string');
  return value;
}

function asTexts(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Fault('must be a list of strings');
  return value.map(asText);
}
