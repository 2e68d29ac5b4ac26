import closeWithGrace from 'close-with-grace';
import { type Environment, settingsHelp } from '../config/settings.ts';
import { startProxy } from '../start-proxy.ts';
import type { Traces } from '../plugins/open-telemetry.ts';
import { wantsTraces } from '../plugins/tracing.ts';
import { type Command, UsageError, reasonOf } from './command.ts';

const CLOSE_WITHIN_MS = 15_000;

/** `run`, the default: serves until it is told to stop. */
export const run: Command = {
  help: settingsHelp(),
  async run(args, env) {
    if (args.length > 0) throw new UsageError('There are two options: --help and --version');
    try {
      const traces = await startTracesIfWanted(env);
      const proxy = await startProxy(env, traces?.traceRequests);
      closeWithGrace({ delay: CLOSE_WITHIN_MS }, async () => {
        await proxy.close();
        await traces?.end();
      });
      console.log(`ready  ${proxy.url}`);
      return 0;
    } catch (error) {
      console.error(reasonOf(error));
      return 1;
    }
  },
};

/** Nothing of it is loaded otherwise. */
async function startTracesIfWanted(env: Environment): Promise<Traces | undefined> {
  if (!wantsTraces(env)) return undefined;
  const { startTraces } = await import('../plugins/open-telemetry.ts');
  return startTraces();
}
