import type { Command } from './command.ts';

/** The commands by name; each is loaded when it is needed. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run.ts')).run,
  check: async () => (await import('./check.ts')).check,
  deliveries: async () => (await import('./deliveries.ts')).deliveries,
  submissions: async () => (await import('./submissions.ts')).submissions,
  sessions: async () => (await import('./sessions.ts')).sessions,
  locodes: async () => (await import('./locodes.ts')).locodes,
  keys: async () => (await import('./keys.ts')).keys,
};
