import { parseArgs } from 'node:util';
import type { Settings } from '../config/settings.ts';

/** A command of `precandidate-proxy`. */
export interface Command {
  /** What `<command> --help` prints. */
  help: string;
  /** Names of its options; each takes a value. */
  options?: readonly string[];
  /** Names of its options without a value. */
  flags?: readonly string[];
  /** Throws {@link UsageError} for arguments that `help` does not describe. */
  run(args: Arguments, env: NodeJS.ProcessEnv): Promise<void>;
}

export interface Arguments {
  values: Readonly<Record<string, string | undefined>>;
  flags: ReadonlySet<string>;
  positionals: readonly string[];
}

/** Ends the command with exit code 1. The message is one sentence for the operator. */
export class UsageError extends Error {}

export function parseArguments(
  args: string[],
  { options: names = [], flags = [] }: Pick<Command, 'options' | 'flags'>,
): Arguments {
  const options = Object.fromEntries([
    ...names.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ]);
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, tokens: true });
  } catch {
    const known = [...names, ...flags, 'help'].map((name) => `--${name}`);
    throw new UsageError(`The options are: ${known.join(', ')}`);
  }
  const { values, positionals, tokens } = parsed;
  const used = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const repeated = names.find((name) => used.indexOf(name) !== used.lastIndexOf(name));
  // Only the last one would count.
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once`);
  const given = Object.entries(values);
  // It may be of a variable that is not set, and must not count as no filter.
  const [empty] = given.find(([, value]) => value === '') ?? [];
  if (empty !== undefined) throw new UsageError(`--${empty} must not be empty`);
  if (positionals.includes('')) throw new UsageError('An argument is empty');
  const texts = given.filter(([, value]) => typeof value === 'string');
  return {
    values: Object.fromEntries(texts) as Record<string, string>,
    flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
    positionals,
  };
}

/** The address of the running proxy on this machine. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
