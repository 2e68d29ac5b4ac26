import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT } from '../../stage/repository.ts';
import { explore } from './explore.ts';
import type { Explorer, OpenExplorer } from './explorer.ts';
import { describeFinding, replayFile, savedFindings } from './findings.ts';

/** Tests that replay the saved findings of an explorer, then run new cases of a committed seed. */
export function testExplorer<Case>(
  name: string,
  open: OpenExplorer<Case>,
  { seed, cases }: { seed: number; cases: number },
): void {
  let explorer: Explorer<Case>;
  before(async () => {
    explorer = await open({ checkout: ROOT });
  });
  after(() => explorer.close());

  for (const path of savedFindings(name))
    test(`${name}: ${basename(path, '.json')} is not found again`, () =>
      replayFile(explorer, path));

  test(`${name}: ${cases} random cases of seed ${seed} show no fault`, async () => {
    const finding = await explore(explorer, { seed, cases });
    assert.ok(finding === undefined, finding && describeFinding(finding, explorer.properties));
  });
}
