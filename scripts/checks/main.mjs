// npm run check [-- <check> …]
import { runChecks } from './run-checks.mjs';

const { failed } = await runChecks(process.argv.slice(2));
process.exitCode = failed > 0 ? 1 : 0;
