import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ENGINES } from '../on-both-engines.ts';
import { startCommand } from '../start-command.ts';
import { startPair } from '../start-pair.ts';

/** As the official parts are: no header, a row for each country, blanks and quotes as they come. */
const PERU = `,"PE",,".PERU",,,,,,,,
,"PE","LIM","Lima (Metropolitana)","Lima (Metropolitana)","LIM","1--45---","AI","9601",,"1203S 07703W",
"+","PE","NZC","Ñaña","Nana","LIM","--3-----","RL","1207",,,
"X","PE","OLD","Removed","Removed",,"--3-----","XX","1207",,,
,"PE","PLT","A platform","A platform",,"------7-","RQ","1207",,,
,"PE","BRD","A crossing","A crossing",,"-------B","RQ","1207",,,
,"PE","APT","Jorge Chávez Apt","Jorge Chavez Apt",,"---4----","AI","9601",,,
"=","PE",,"Ancient = Lima","Ancient = Lima",,,,,,,
,"PE","NNA","Áncash, ""la bella""","Ancash",,"--3-----","RL","1207",,,
`;
const URUGUAY = `,"UY",,".URUGUAY",,,,,,,,
,"UY","MVD","Montevideo","Montevideo","MO","AI","1234----","9601",,"3453S 05610W",
`;

async function stage(t: TestContext, settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-locodes-'));
  const data = join(folder, 'data');
  await mkdir(data);
  const isEmbedded = settings['DATABASE_URL'] === undefined;
  const pair = await startPair(t, { env: isEmbedded ? { DATA_DIR: data } : settings });
  t.after(() => rm(folder, { recursive: true }));
  return {
    pair,
    data,
    async file(name: string, content: string | Buffer) {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    },
    async import(...files: string[]) {
      const command = startCommand(pair.env, ['locodes', 'import', ...files]);
      command.ready.catch(() => undefined);
      return { code: await command.ended, output: command.output().trim() };
    },
    async list(country: string) {
      const answer = await fetch(`${pair.url}/locodes/${country}.json`);
      return answer.ok ? ((await answer.json()) as { locode: string; name: string }[]) : undefined;
    },
  };
}

for (const [engine, settings] of Object.entries(ENGINES))
  test(`${engine}: what is imported is served by the running proxy, main cities first`, async (t) => {
    const proxy = await stage(t, await settings());
    const { code, output } = await proxy.import(
      await proxy.file('part1.csv', PERU),
      await proxy.file('part2.csv', Buffer.from(URUGUAY, 'latin1')),
    );
    assert.deepEqual([code, output], [0, 'imported  4 places of 2 countries']);
    const peru = (await proxy.list('pe')) ?? [];
    assert.equal(peru.find(({ locode }) => locode === 'PELIM')?.name, 'Lima');
    assert.deepEqual(peru.slice(-2), [
      { locode: 'PENNA', name: 'Áncash, "la bella"' },
      { locode: 'PENZC', name: 'Ñaña' },
    ]);
    assert.ok(!peru.some(({ locode }) => /PE(OLD|PLT|BRD|APT)/.test(locode)));
    assert.deepEqual(await proxy.list('UY'), [{ locode: 'UYMVD', name: 'Montevideo' }]);

    // Another import replaces what it holds, and no more; a restart keeps all.
    const again = PERU.replace('Ñaña', 'Ñaña Baja');
    const latin = await proxy.file('latin1.csv', Buffer.from(again, 'latin1'));
    assert.equal((await proxy.import(latin)).code, 0);
    await proxy.pair.restart();
    assert.equal((await proxy.list('PE'))?.at(-1)?.name, 'Ñaña Baja');
    assert.equal((await proxy.list('UY'))?.length, 1);
  });

for (const [engine, settings] of Object.entries(ENGINES))
  test(`${engine}: reports a file that is not part of the list, and changes nothing`, async (t) => {
    const proxy = await stage(t, await settings());
    const good = await proxy.file('good.csv', URUGUAY);
    for (const [name, content, expected] of [
      ['codes.csv', '"AD","02","Canillo","Parish"\n', /^codes\.csv, line 1: .*UN\/LOCODE$/],
      ['late.csv', `${URUGUAY}<html>,,,\n`, /^late\.csv, line 3: .*UN\/LOCODE$/],
      ['torn.csv', `${URUGUAY},"UY","AB`, /^torn\.csv, line \d+: not CSV$/],
    ] as const) {
      const bad = await proxy.file(name, content);
      const { code, output } = await proxy.import(good, bad);
      assert.equal(code, 1);
      assert.match(output, expected);
    }
    assert.match(
      (await proxy.import(good, '/nowhere.csv')).output,
      /^\/nowhere\.csv cannot be read$/,
    );
    const empty = await proxy.file('empty.csv', '');
    assert.equal((await proxy.import(empty)).output, 'These files contain no place');
    assert.equal((await proxy.import()).output, 'Use import <file> …; see --help');
    assert.deepEqual(await proxy.list('UY'), []);
    assert.ok(!(await readdir(proxy.data)).includes('locodes'));
  });

test('sends a list compressed, and not again to a browser that has it', async (t) => {
  const pair = await startPair(t);
  const ask = (headers: Record<string, string>) =>
    fetch(`${pair.url}/locodes/PE.json`, { headers });
  for (const [accepted, sent] of [
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await ask({ 'accept-encoding': accepted });
    assert.equal(answer.headers.get('content-encoding'), sent);
    assert.equal(((await answer.json()) as unknown[]).length > 20, true);
  }
  const etag = (await ask({})).headers.get('etag') ?? '';
  assert.equal((await ask({ 'if-none-match': etag })).status, 304);
  assert.equal((await fetch(`${pair.url}/locodes/..%2FPE.json`)).status, 404);
});

test('nothing can be imported into memory', async () => {
  const env = { UPSTREAM_URL: 'http://127.0.0.1:9/v3', UPSTREAM_API_KEY: 'k'.repeat(20) };
  const command = startCommand(
    {
      ...env,
      BACKEND_KEYS: 'backend-key-0123456789',
      SESSION_SECRETS: 'session-secret-0123456789-0123456789',
      ALLOWED_ORIGINS: 'https://hr.example',
      DATA_DIR: ':memory:',
    },
    ['locodes', 'import', 'any.csv'],
  );
  command.ready.catch(() => undefined);
  assert.equal(await command.ended, 1);
  assert.match(command.output(), /^DATA_DIR is :memory:/);
});
