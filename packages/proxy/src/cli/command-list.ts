import type { Command } from './command.ts';

interface ListedCommand {
  /** Its line in `precandidate-proxy --help`. */
  summary: string;
  /** Imports its code, so that no command waits for the code of the server. */
  load(): Promise<Command>;
}

export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  run: {
    summary: 'Serve until SIGTERM or SIGINT (the default)',
    load: async () => (await import('./run.ts')).run,
  },
  check: {
    summary: 'Check settings, database, service, key, clock, RELAY_URL, and PUBLIC_URL',
    load: async () => (await import('./check/check.ts')).check,
  },
  backup: {
    summary: 'Copy the embedded database while the proxy runs',
    load: async () => (await import('./running-proxy.ts')).backup,
  },
  deliveries: {
    summary: 'List the events for the back end, or send them again',
    load: async () => (await import('./running-proxy.ts')).deliveries,
  },
  submissions: {
    summary: 'List submissions that are not confirmed yet, or send them again',
    load: async () => (await import('./running-proxy.ts')).submissions,
  },
  relay: {
    summary: 'Send a signed test event to RELAY_URL',
    load: async () => (await import('./relay.ts')).relay,
  },
  persons: {
    summary: 'Delete everything that is stored of a person',
    load: async () => (await import('./running-proxy.ts')).persons,
  },
  sessions: {
    summary: 'Revoke sessions',
    load: async () => (await import('./running-proxy.ts')).sessions,
  },
};
