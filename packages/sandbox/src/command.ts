import closeWithGrace from 'close-with-grace';
import { HELP, SettingsError, settingsFromEnvironment } from './settings.ts';
import { startSandbox } from './start-sandbox.ts';

async function run(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const sandbox = await startSandbox(settingsFromEnvironment(process.env));
  closeWithGrace({ delay: 5_000, logger: false }, async ({ err }) => {
    if (err !== undefined) process.stderr.write(`${err.stack ?? err.message}\n`);
    await sandbox.close();
  });
  process.stdout.write(`precandidate-sandbox ready  ${sandbox.apiUrl}\n`);
}

/** A message for the operator, in one plain sentence where they can fix the cause. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) return `Wrong settings:\n${error.message}`;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return 'The port is taken by another program; set SANDBOX_PORT.';
  return `The sandbox could not start: ${(error as Error).message}`;
}

run().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
