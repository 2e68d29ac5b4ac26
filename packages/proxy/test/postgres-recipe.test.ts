import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPair } from 'precandidate-testing/pair.ts';
import { envOf, runProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { newFolder } from 'precandidate-testing/resources.ts';
import { snippetOf } from 'precandidate-testing/snippets.ts';
import { POSTGRES } from './on-both-engines.ts';

const run = promisify(execFile);

/** As the user of this process, in place of `postgres`. */
const RUNUSER = 'runuser() { shift 3; "$@"; }';

/** The Postgres of the tests has a role with the name of the recipe. */
const NAME = 'recipe_owner';

const address = POSTGRES;
if (address !== undefined)
  test('the Postgres recipe of the deploy page creates a database that the proxy accepts', async (t) => {
    const { searchParams, username } = new URL(address);
    const folder = await newFolder(t);
    await writeFile(join(folder, 'postgres_password'), 'a-password_of-the-test');
    const recipe = snippetOf('docs/operate/deploy.md', 'sh', 'createuser')
      .replaceAll(/\bprecandidate\b(?!-)/g, NAME)
      .replaceAll('/etc/precandidate-proxy', folder);
    t.after(async () => {
      const admin = new pg.Client({ connectionString: address });
      await admin.connect();
      await admin.query(`drop database if exists ${NAME}`);
      await admin.query(`drop role if exists ${NAME}`);
      await admin.end();
    });
    const env = {
      ...process.env,
      PGHOST: searchParams.get('host') ?? assert.fail(),
      PGUSER: username,
      PGDATABASE: 'postgres',
    };
    await run('bash', ['-euc', `${RUNUSER}\n${recipe}`], { env });

    const written = await readFile(join(folder, 'database_url'), 'utf8');
    // The Postgres of the tests listens on a socket.
    const local = written.replace('127.0.0.1:5432', 'localhost');
    const DATABASE_URL = `${local}?${searchParams}`;
    const pair = await startPair(t);
    const { output } = await runProxyCommand({ ...envOf(pair), DATABASE_URL }, 'check');
    assert.match(output, /^(ok|\?) +database +postgres works/m);
  });
