// Preloaded into a proxy: counts the transactions of its SQLite database that wait for the disk, and
// writes the number to the file that COMMITS_FILE names.
import { writeFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

const WRITE_EVERY_MS = 100;
const file = process.env.COMMITS_FILE;

if (isMainThread && file !== undefined) {
  const { exec } = DatabaseSync.prototype;
  const { all } = StatementSync.prototype;
  let commits = 0;
  let isInTransaction = false;
  let waitsForDisk = true;

  DatabaseSync.prototype.exec = function (sql) {
    const result = exec.call(this, sql);
    if (sql === 'commit' && waitsForDisk) commits += 1;
    if (sql.startsWith('begin')) isInTransaction = true;
    if (sql === 'commit' || sql === 'rollback') isInTransaction = false;
    if (sql.startsWith('pragma synchronous=')) waitsForDisk = sql.endsWith('full');
    return result;
  };
  StatementSync.prototype.all = function (...params) {
    const isWrite = !/^\s*select/i.test(this.sourceSQL);
    if (isWrite && waitsForDisk && !isInTransaction) commits += 1;
    return all.apply(this, params);
  };
  setInterval(() => writeFileSync(file, String(commits)), WRITE_EVERY_MS).unref();
}
