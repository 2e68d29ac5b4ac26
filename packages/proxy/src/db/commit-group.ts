import type { DatabaseSync } from 'node:sqlite';

/** Writes that come in one turn of the event loop, brought to the disk by one commit. */
export interface CommitGroup {
  /** Resolves, with what the write returns, once it is on the disk; rejects when it is not. */
  write<Result>(write: () => Result): Promise<Result>;
  /** Commits what waits, now. */
  commit(): void;
}

interface Waiting {
  write: () => unknown;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/**
 * A commit waits for the disk for milliseconds, in which nothing else runs; whoever asked meanwhile
 * comes in the next turn, and all of them wait for the disk once. A write that fails takes no other
 * with it. `beforeCommit` runs outside of any transaction.
 */
export function createCommitGroup(
  connection: Pick<DatabaseSync, 'exec' | 'isTransaction'>,
  beforeCommit: () => void,
): CommitGroup {
  let waiting: Waiting[] = [];

  function commit(): void {
    const group = waiting;
    waiting = [];
    if (group.length > 1 && commitAsOne(group)) return;
    for (const { write, resolve, reject } of group) {
      try {
        beforeCommit();
        resolve(write() as never);
      } catch (error) {
        reject(error);
      }
    }
  }

  /** Whether all are on the disk; if not, none of them is. */
  function commitAsOne(group: readonly Waiting[]): boolean {
    try {
      beforeCommit();
      connection.exec('begin immediate');
      const results = group.map(({ write }) => write());
      connection.exec('commit');
      group.forEach(({ resolve }, index) => resolve(results[index] as never));
      return true;
    } catch {
      if (connection.isTransaction) connection.exec('rollback');
      return false;
    }
  }

  return {
    write(write) {
      return new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        // After all that has arrived by now was read.
        if (waiting.length === 1) setImmediate(commit);
      });
    },
    commit,
  };
}
