#!/usr/bin/env node
import { COMMANDS } from './cli/command-list.ts';
import { parseArguments, UsageError } from './cli/command.ts';
import { SettingsError, settingsHelp, VERSION } from './config/settings.ts';

let isOutputLost = false;
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    // `check | head` closes the pipe early. What is not read need not be written, and is no error.
    if (code === 'EPIPE') return;
    process.exitCode = 1;
    if (!isOutputLost) console.error(`The output cannot be written: ${code}`);
    isOutputLost = true;
  });

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isForReader = error instanceof UsageError || error instanceof SettingsError;
  console.error(isForReader ? error.message : unexpectedText(error));
  process.exitCode = 1;
}

/** Without its message, which may contain values. */
function unexpectedText(error: unknown): string {
  const { name, code } = error as Partial<NodeJS.ErrnoException>;
  return `The command failed unexpectedly: ${[name, code].filter(Boolean).join(' ')}`;
}

async function main([word = 'run', ...args]: string[]): Promise<void> {
  assertNode(process.versions.node);
  if (isHelp(word)) return console.log(help());
  if (word === '--version' || word === '-v') return console.log(VERSION);
  if (word.startsWith('-')) throw new UsageError('The options are: --help, --version');
  const listed = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (!listed) throw new UsageError(`The commands are: ${Object.keys(COMMANDS).join(', ')}`);
  const command = await listed.load();
  if (args.some(isHelp)) return console.log(command.help);
  await command.run(parseArguments(args, command), process.env);
}

/** Commands would fail to load in a Node that is older than `engines` allows. */
function assertNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 19))
    throw new UsageError(`precandidate-proxy needs Node 22.19 or newer; this is Node ${version}.`);
}

function help(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const commands = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  );
  return [settingsHelp(), '', 'Commands, each with its own --help:', ...commands].join('\n');
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}
