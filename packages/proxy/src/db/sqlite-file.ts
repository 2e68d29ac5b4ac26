import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, statfs, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { ProblemError } from '../shared/problem-error.ts';

/** For operators. */
export const FILE_REMOVED =
  'the database file was removed or replaced while the proxy runs: stop the proxy, put the file back, start it';

/**
 * Only this user may read the data. SQLite gives its other files the mode of the first one. A folder with
 * something else in it is the operator's to protect.
 */
export function createPrivately(file: string): void {
  const folder = dirname(file);
  createFolder(folder);
  if (readdirSync(folder).every((name) => name.startsWith(basename(file))))
    chmodSync(folder, 0o700);
  removeCopy(file);
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Without `recursive`, which never returns where a folder exists and takes no other, as below `/proc`. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder);
}

/**
 * SQLite goes on in files that no path leads to any more, and what it commits there is gone after the
 * end of the process. The log too: a copy over the database keeps the identity of its file.
 */
export function createPlaceCheck(file: string, warn: (message: string) => void): () => boolean {
  const opened = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }));
  let hasWarned = false;
  return () => {
    if (opened.every(({ path, identity }) => identityOf(path) === identity)) return true;
    if (!hasWarned) warn(FILE_REMOVED);
    hasWarned = true;
    return false;
  };
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** With less, a small write may still fit into the log, and the next one not. */
const MIN_FREE_BYTES = 1024 * 1024;

export async function assertSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new ProblemError('database-unavailable', { code: 'disk is full' });
}

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

function removeCopy(file: string): void {
  for (const path of [copyOf(file), `${copyOf(file)}-journal`]) rmSync(path, { force: true });
}
