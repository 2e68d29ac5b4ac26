import closeWithGrace from 'close-with-grace';
import { type Environment, settingsHelp } from '../config/settings.ts';
import { startProxy } from '../app.ts';
import type { Traces } from '../plugins/open-telemetry.ts';
import { wantsTraces } from '../plugins/tracing.ts';
import { type Command, UsageError, reasonOf } from './command.ts';

const CLOSE_WITHIN_MS = 15_000;

/** `run`, the default: serves until SIGTERM or SIGINT. */
export const run: Command = {
  help: settingsHelp(),
  async run(args, env) {
    if (args.length > 0) throw new UsageError('The options are: --help, --version');
    try {
      const traces = await startTracesIfWanted(env);
      const proxy = await startProxy(env, { traceRequests: traces?.traceRequests });
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

/** Loads OpenTelemetry only when it is configured. */
async function startTracesIfWanted(env: Environment): Promise<Traces | undefined> {
  if (!wantsTraces(env)) return undefined;
  const { startTraces } = await import('../plugins/open-telemetry.ts');
  return startTraces();
}
