import closeWithGrace from 'close-with-grace';
import { settingsHelp } from '../config/settings.ts';
import { startProxy } from '../app.ts';
import { type Command, UsageError, reasonOf } from './command.ts';

const CLOSE_WITHIN_MS = 15_000;

/** `run`, the default: serves until SIGTERM or SIGINT. */
export const run: Command = {
  help: settingsHelp(),
  async run(args, env) {
    if (args.length > 0) throw new UsageError('The options are: --help, --version');
    try {
      const proxy = await startProxy(env);
      closeWithGrace({ delay: CLOSE_WITHIN_MS }, () => proxy.close());
      console.log(`ready  ${proxy.url}`);
      return 0;
    } catch (error) {
      console.error(reasonOf(error));
      return 1;
    }
  },
};
