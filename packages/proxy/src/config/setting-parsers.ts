import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
/** Parses the text of one setting. Throws a {@link Fault}. */
export type Parser<T> = (text: string) => T;

/** Why a setting is invalid. Its message never contains the value, only the path of a file. */
export class Fault extends Error {
  /** The setting that it is about, if not the one that is parsed. */
  readonly setting: string | undefined;

  constructor(message: string, setting?: string) {
    super(message);
    this.setting = setting;
  }
}

export const text: Parser<string> = (value) => value;

/** One address of `localhost`: Fastify would listen on each of them, and close all but one too late. */
export const host: Parser<string> = (value) => {
  if (!/^[\w.:%-]+$/.test(value))
    throw new Fault('must be an IP address or a host name; a socket, a port, or a URL is none');
  return value === 'localhost' ? '127.0.0.1' : value;
};

export function matching(pattern: RegExp, fault: string): Parser<string> {
  return (value) => {
    if (!pattern.test(value)) throw new Fault(fault);
    return value;
  };
}

/** Names that HTTP itself uses: a client cannot send a secret in them. */
const HTTP_HEADERS =
  /^(connection|content-(encoding|length|type)|date|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

export const secretHeader: Parser<string> = (value) => {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(value) || HTTP_HEADERS.test(value))
    throw new Fault('must be the name of a header that can carry a secret');
  return value;
};

export function integer(min: number, max: number): Parser<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
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
  const fault = `contains one with a space, a letter beyond ASCII, or fewer than ${minLength} characters`;
  return nonEmptyList((one) => one.length >= minLength && /^[\x21-\x7e]+$/.test(one), fault);
}

/** Elsewhere `*` and a dot at the beginning match other names; here nothing would ever match them. */
const isPattern = (entry: string): boolean => /\*|^\./.test(entry);

/** `host` or `host:port`. */
export const hosts = nonEmptyList((entry) => {
  const url = isPattern(entry) ? null : URL.parse(`http://${entry}`);
  const names = url ? [url.host, url.hostname, `${url.hostname}:80`] : [];
  return names.includes(entry.toLowerCase());
}, 'must list hosts such as forms.example or forms.example:8443');

/**
 * IP addresses, networks, and Fastify’s names for networks. Fastify rejects the network of all addresses,
 * and a number alone would be an address, not the number of reverse proxies that Express means by it.
 */
export const addresses = list(
  (entry) =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
    isIP(entry) !== 0 ||
    (ipaddr.isValidCIDR(entry) && !/\/0+$/.test(entry)),
  'must list IP addresses or networks smaller than /0, comma-separated',
);

export const origins = nonEmptyList(
  (entry) => /^https?:/.test(entry) && !isPattern(entry) && URL.parse(entry)?.origin === entry,
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
