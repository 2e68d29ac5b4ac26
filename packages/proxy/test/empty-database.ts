import pg from 'pg';

/** Makes a database of its own in the cluster at `url`, so that suites do not meet; answers its URL. */
export async function emptyDatabase(url: string, suite: string): Promise<string> {
  const name = `proxy_${suite}_${process.pid}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
