import { RELAY_EVENTS, type RelayEventType } from 'precandidate-contract';
import { address, Fault, type Parser, relaySecrets } from './setting-parsers.ts';

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
  if (typeof given !== 'object' || given === null) throw new Fault(`${where} is no object`);
  const { name, url, secrets, events = RELAY_EVENTS } = given as Record<string, unknown>;
  if (Object.keys(given).some((key) => !MEMBERS.includes(key)))
    throw new Fault(`${where} has other members than ${MEMBERS.join(', ')}`);
  if (typeof name !== 'string' || !/^[a-z0-9-]{1,32}$/.test(name) || name === 'default')
    throw new Fault(`${where} needs a name of a-z, 0-9 and -, other than default`);
  return {
    name,
    url: within(where, 'url', () => address(text(url))),
    secrets: within(where, 'secrets', () => texts(secrets).flatMap(relaySecrets)),
    events: within(where, 'events', () => texts(events).map(eventType)),
  };
}

/** Names the place in front of what a parser objects to. */
function within<T>(where: string, member: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Fault ? new Fault(`${where}: ${member} ${error.message}`) : error;
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Fault('must be a text');
  return value;
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw new Fault('must be a list of texts');
  return value.map(text);
}

function eventType(value: string): RelayEventType {
  const type = RELAY_EVENTS.find((one) => one === value);
  if (type === undefined) throw new Fault(`must be of: ${RELAY_EVENTS.join(', ')}`);
  return type;
}
