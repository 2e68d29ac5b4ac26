/** A word after `precandidate-proxy`. */
export interface Command {
  /** What `<command> --help` prints. */
  help: string;
  /** Answers the exit code. Throws {@link UsageError} when `args` are not as `help` says. */
  run(args: string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** The arguments are wrong; the message is one sentence for whoever typed them. */
export class UsageError extends Error {}
