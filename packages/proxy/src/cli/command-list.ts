import type { Command } from './command.ts';

interface CommandEntry {
  /** Its line in `precandidate-proxy --help`. */
  summary: string;
  /** Loads the command, so that no other one is loaded. */
  load(): Promise<Command>;
}

/** The commands by name, in the order of `--help`. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  run: {
    summary: 'Serve until SIGTERM or SIGINT (the default)',
    load: async () => (await import('./run.ts')).run,
  },
  check: {
    summary: 'Check settings, database, service, key, clock, RELAY_URL, and PUBLIC_URL',
    load: async () => (await import('./check/check.ts')).check,
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
    load: async () => (await import('./running-proxy.ts')).relay,
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
