import closeWithGrace from 'close-with-grace';
import { settingsHelp } from '../config/settings.ts';
import { startProxy } from '../app.ts';
import { type Command, UsageError, reasonOf } from './command.ts';

const CLOSE_WITHIN_MS = 15_000;

export const run: Command = {
  help: settingsHelp(),

  async run({ positionals }, env) {
    if (positionals.length > 0) throw new UsageError('The options are: --help, --version');
    const proxy = await startProxy(env).catch((error: unknown) => {
      throw new UsageError(reasonOf(error));
    });
    closeWithGrace({ delay: CLOSE_WITHIN_MS }, () => proxy.close());
    console.log(`ready  ${proxy.url}`);
  },
};
