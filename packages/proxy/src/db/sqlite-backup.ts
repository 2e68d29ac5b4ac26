import { closeSync, openSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { backup, type DatabaseSync } from 'node:sqlite';

/** 4 MB: other statements wait for one step at most. */
const PAGES_PER_STEP = 1_000;

/** Where a copy is while it is made. A crash leaves it behind. */
const copyOf = (file: string): string => `${file}-backup`;

/**
 * Copies a database that is in use, with SQLite's online backup. No transaction may write meanwhile.
 * The copy has no name any more when this resolves: it is gone once the handle is closed.
 */
export async function copyDatabase(connection: DatabaseSync, file: string): Promise<FileHandle> {
  const copy = copyOf(file);
  closeSync(openSync(copy, 'w', 0o600));
  try {
    await backup(connection, copy, { rate: PAGES_PER_STEP });
    return await open(copy);
  } finally {
    removeCopy(file);
  }
}

export function removeCopy(file: string): void {
  rmSync(copyOf(file), { force: true });
}
