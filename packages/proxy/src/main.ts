#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { type Command, UsageError } from './cli/command.ts';
import { COMMANDS } from './cli/command-list.ts';
import { SettingsError, settingsHelp, VERSION } from './config/settings.ts';

const [first = 'run', ...rest] = process.argv.slice(2);
process.exitCode = await main(first, rest);

async function main(word: string, args: string[]): Promise<number> {
  const needed = neededNode();
  if (needed) return fail(needed);
  if (isHelp(word)) return print(help());
  if (word === '--version' || word === '-v') return print(VERSION);
  if (word.startsWith('-')) return fail('The options are: --help, --version');
  const known = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (!known) return fail(`The commands are: ${Object.keys(COMMANDS).join(', ')}`);
  const command = await known.load();
  if (args.some(isHelp)) return print(command.help);
  return runCommand(command, args);
}

/** The message for a Node that is older than `engines` allows: commands would fail to load. */
function neededNode(): string | undefined {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return undefined;
  return `precandidate-proxy needs Node 22.19 or newer; this is Node ${node}.`;
}

async function runCommand(command: Command, args: string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return await command.run(args, process.env);
  } catch (error) {
    if (error instanceof UsageError || error instanceof SettingsError) return fail(error.message);
    throw error;
  }
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`,
  );
  return [settingsHelp(), '', 'Commands, each with its own --help:', ...lines].join('\n');
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function print(text: string): number {
  console.log(text);
  return 0;
}

function fail(text: string): number {
  console.error(text);
  return 1;
}
