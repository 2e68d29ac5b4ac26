import { startProxy } from '../app.ts';
import { settingsHelp } from '../config/settings.ts';
import { logStream } from '../http/log-stream.ts';
import { closeOnExit } from '../http/shutdown.ts';
import { type Command, UsageError } from './command.ts';
import { reasonOf } from './start-failure.ts';

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
