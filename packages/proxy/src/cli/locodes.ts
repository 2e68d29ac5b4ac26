import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { NotLocodes, type Places, readPlaces } from '../locodes/read-places.ts';
import { type Settings, readSettings } from '../config/settings.ts';
import { createCityFolder, createCityTable } from '../locodes/city-store.ts';
import { openDatabase } from '../db/plugin.ts';
import { type Command, UsageError, reasonOf } from './command.ts';

export const locodes: Command = {
  help: `precandidate-proxy locodes import <file> …

Imports the official UN/LOCODE list from its CSV files (UTF-8 or Latin-1), with the settings of the
proxy. Pass all files at once. It replaces the lists of the countries in the files and keeps the
others. An invalid file changes nothing. Running processes serve the new lists within a minute, the
main cities first.`,

  async run({ positionals: [verb, ...paths] }, env) {
    if (verb !== 'import' || paths.length === 0)
      throw new UsageError('Use import <file> …; see --help');
    const settings = readSettings(env);
    if (settings.DATABASE_URL === undefined && settings.DATA_DIR === ':memory:')
      throw new UsageError('DATA_DIR is :memory:, which only the proxy itself can use');
    const places = await read(paths);
    await store(places, settings).catch((error: unknown) => {
      throw new UsageError(reasonOf(error));
    });
    const count = [...places.values()].flat().length;
    console.log(`imported  ${count} places of ${places.size} countries`);
  },
};

async function read(paths: readonly string[]): Promise<Places> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path).catch(() => {
        throw new UsageError(`${path} cannot be read`);
      });
      return { name: basename(path), bytes };
    }),
  );
  try {
    const places = readPlaces(files);
    if (places.size === 0) throw new NotLocodes('These files contain no place');
    return places;
  } catch (error) {
    throw error instanceof NotLocodes ? new UsageError(error.message) : error;
  }
}

async function store(places: Places, settings: Settings): Promise<void> {
  const lists = new Map(
    [...places].map(([country, cities]) => [country, JSON.stringify(cities)] as const),
  );
  if (settings.DATABASE_URL === undefined) return createCityFolder(settings.DATA_DIR).put(lists);
  const db = await openDatabase(settings);
  try {
    await createCityTable(db).put(lists);
  } finally {
    await db.close();
  }
}
