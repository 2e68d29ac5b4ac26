import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ROOT } from '../../stage/repository.ts';
import { explore } from '../shared/explore.ts';
import type { Explorer } from '../shared/explorer.ts';
import { describeFinding, replayFile } from '../shared/findings.ts';
import { openProxyExplorer } from './explorer.ts';

/** About a minute on a quiet machine. */
const NEW = { seed: 11, cases: 6 };

describe('proxy explorer', () => {
  let explorer: Explorer<unknown>;
  before(async () => {
    explorer = await openProxyExplorer({ checkout: ROOT });
  });
  after(() => explorer.close());

  for (const path of globSync(join(import.meta.dirname, '../findings/proxy/*.json')))
    test(`${basename(path, '.json')} is not found again`, () => replayFile(explorer, path));

  test(`${NEW.cases} random cases of seed ${NEW.seed} show no fault`, async () => {
    const finding = await explore(explorer, NEW);
    assert.ok(finding === undefined, finding && describeFinding(finding, explorer.properties));
  });
});
