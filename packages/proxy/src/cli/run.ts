import { writeSync } from 'node:fs';
import { startProxy } from '../app.ts';
import { settingsHelp } from '../config/settings.ts';
import { createLogStream, logStream } from '../http/log-stream.ts';
import { describeError } from '../shared/problem-error.ts';
import { type Command, UsageError } from './command.ts';
import { reasonOf } from './start-failure.ts';

/** Its disk may be full, too. */
const errorStream = createLogStream((bytes) => writeSync(2, bytes));
process.once('exit', errorStream.flush);

/** A stop waits 10 s for requests, then 10 s for submissions that are being sent. */
const CLOSE_WITHIN_MS = 23_000;

export const run: Command = {
  help: settingsHelp(),

  async run({ positionals }, env) {
    if (positionals.length > 0) throw new UsageError('The options are: --help, --version');
    const starting = startProxy(env);
    closeOnExit(async () => (await starting).close());
    const { url } = await starting.catch((error: unknown) => {
      throw new UsageError(reasonOf(error));
    });
    logStream.write(`ready  ${url}\n`);
  },
};

/**
 * Closes at the first signal or unexpected error; the second one ends the process at once. The process
 * ends when nothing runs in it any more, so that a preloaded OpenTelemetry SDK can send its last spans.
 */
function closeOnExit(close: () => Promise<void>): void {
  let isClosing = false;

  function stop(exitCode: number): void {
    if (isClosing) exitAtOnce();
    isClosing = true;
    process.exitCode = exitCode;
    setTimeout(exitAtOnce, CLOSE_WITHIN_MS).unref();
    void close();
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => {
      const line = JSON.stringify({ ...describeError(error), msg: 'unexpected error' });
      errorStream.write(`${line}\n`);
      stop(1);
    });
}

function exitAtOnce(): void {
  process.exit(1);
}
