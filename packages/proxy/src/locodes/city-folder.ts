import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CityStore } from './city-store.ts';

/**
 * In files beside the embedded database, which the running proxy keeps to itself. Every file is
 * written before the first one takes its place.
 */
export function createCityFolder(data_dir: string): CityStore {
  const folder = join(data_dir, 'locodes');
  const fileOf = (country_code: string) => join(folder, `${country_code}.json`);
  return {
    async find(country_code) {
      if (data_dir === ':memory:') return undefined;
      return readFile(fileOf(country_code), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
    },
    async put(lists) {
      const fresh = join(folder, `.import-${process.pid}`);
      await mkdir(fresh, { recursive: true });
      try {
        for (const [country_code, cities] of lists)
          await writeFile(join(fresh, country_code), cities, { flush: true });
        for (const country_code of lists.keys())
          await rename(join(fresh, country_code), fileOf(country_code));
      } finally {
        await rm(fresh, { recursive: true, force: true });
      }
    },
  };
}
