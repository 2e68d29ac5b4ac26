import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT } from 'precandidate-testing/repository.ts';
import { search } from './explore.ts';
import type { Explorer, OpenExplorer } from './explorer.ts';
import { describeFinding, replayFile, savedFindings } from './findings.ts';

/** A busy machine runs fewer cases. */
const LONGEST_MS = 50_000;

/** Tests that replay the saved findings of an explorer, then run new cases of committed seeds. */
export function testExplorer<Case>(
  name: string,
  open: OpenExplorer<Case>,
  { seed, cases, lanes }: { seed: number; cases: number; lanes: number },
): void {
  let explorers: Explorer<Case>[];
  before(async () => {
    explorers = await Promise.all(Array.from({ length: lanes }, () => open({ checkout: ROOT })));
  });
  after(() => Promise.all(explorers.map((each) => each.close())));

  for (const path of savedFindings(name))
    test(`${name}: ${basename(path, '.json')} is not found again`, () =>
      replayFile(explorers[0] as Explorer<Case>, path));

  test(`${name}: up to ${cases} random cases from seed ${seed} on show no fault`, async () => {
    const began = performance.now();
    const isOver = (count: number) => count >= cases || performance.now() - began > LONGEST_MS;
    const findings = await search(explorers, { seed, isOver });
    const texts = findings.map((each) => describeFinding(each, explorers[0]?.properties ?? {}));
    assert.equal(texts.join('\n'), '');
  });
}
