import { check } from './check/check.ts';
import type { Command } from './command.ts';
import { run } from './run.ts';
import { deliveries, persons, relay, sessions, submissions } from './running-proxy.ts';

/** The commands by name, in the order of `--help`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  run,
  check,
  deliveries,
  submissions,
  relay,
  persons,
  sessions,
};
