import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './command.ts';

/** The options and words in `args`; throws {@link UsageError} for one that does not exist. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError(`The options are: ${[...known, '--help'].join(', ')}`);
  }
}
