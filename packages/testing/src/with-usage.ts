/**
 * Reads the arguments of a script of this repository. Prints `usage` for `--help`, and says what is wrong with an
 * argument for which `read` throws; both end the process.
 */
export function withUsage<Arguments>(usage: string, read: () => Arguments): Arguments {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}
