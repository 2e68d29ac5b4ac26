import { SUBMISSION_CHANNELS } from 'precandidate-contract';

/** Reads one setting's text, or throws a {@link Fault} that says what is wrong without repeating it. */
export type Parser<T> = (text: string) => T;

/** Why a setting cannot be taken. Its message never holds the setting's value. */
export class Fault extends Error {}

export const text: Parser<string> = (value) => value;

export const list: Parser<string[]> = (value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function secrets(min_length: number): Parser<string[]> {
  return (value) => {
    const all = list(value);
    if (all.length === 0) throw new Fault('is empty');
    if (all.some((one) => one.length < min_length))
      throw new Fault(`holds one that is shorter than ${min_length} characters`);
    return all;
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
      throw new Fault('must hold origins such as https://hr.example, comma-separated');
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
