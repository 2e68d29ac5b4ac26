import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { readSettings } from '../config/settings.ts';
import { BACKUP_TYPE } from '../db/database.ts';
import { parseJson } from '../shared/json.ts';
import { proxyRequester, unexpected } from './call-proxy.ts';
import { type Command, UsageError } from './command.ts';

export const backup: Command = {
  help: `precandidate-proxy backup <file>

Writes a copy of the embedded database to a new file, which only you may read. Calls the running
proxy, with the settings that it was started with. With Postgres, use pg_dump.
  --url   its address; default: HOST and PORT`,
  options: ['url'],

  async run({ values, positionals: [file, ...others] }, env) {
    if (file === undefined || others.length > 0) throw new UsageError('Use backup <file>');
    if (readSettings(env).DATABASE_URL !== undefined)
      throw new UsageError('The database is a Postgres: use pg_dump');
    const target = await create(file);
    try {
      await pipeline(await download(env, values['url']), target.createWriteStream({ flush: true }));
    } catch (error) {
      await rm(file);
      if (error instanceof UsageError) throw error;
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new UsageError(
        /^E[A-Z]+$/.test(code)
          ? `${file} cannot be written: ${code}`
          : 'The backup was cut short; nothing is kept of it',
      );
    }
    console.log(`${file}  ${(await stat(file)).size} bytes`);
  },
};

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST' ? `${file} exists already` : `${file} cannot be created: ${code}`,
    );
  }
}

async function download(env: NodeJS.ProcessEnv, address: string | undefined): Promise<Readable> {
  const { url, response } = await proxyRequester(env, address)('/backup', { method: 'POST' });
  const isBackup = response.ok && response.headers.get('content-type') === BACKUP_TYPE;
  if (!isBackup || response.body === null)
    throw unexpected(url, response.status, parseJson(await response.text()));
  return Readable.fromWeb(response.body as ReadableStream);
}
