import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A later version: the same packages with one more migration. */
export interface NewerVersion {
  checkout: string;
  remove(): Promise<void>;
}

const DIST = 'packages/proxy/dist';
const MIGRATION = 'db/migrations/9001-explored.sql';

/** Links everything but the folders on the way to the migrations. */
export async function createNewerVersion(checkout: string): Promise<NewerVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-newer-'));
  let path = '';
  for (const part of DIST.split('/')) {
    for (const name of await readdir(join(checkout, path)))
      if (name !== part) await symlink(join(checkout, path, name), join(folder, path, name));
    path = join(path, part);
    await mkdir(join(folder, path));
  }
  await cp(join(checkout, DIST), join(folder, DIST), { recursive: true });
  await writeFile(join(folder, DIST, MIGRATION), 'create table explored_later(id bigint);\n');
  return { checkout: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
