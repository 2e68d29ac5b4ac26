import { deepEqual, equal } from './stage/assert.ts';
import { loadWidget, stageCandidate, StagedElement, until } from './stage/candidate.ts';
import { WatchedPage } from './stage/watched-page.ts';

/** How long a stream may be silent before it counts as dead, in milliseconds. */
const SILENCE = 60_000;

let page: WatchedPage;

suiteSetup(async () => {
  page = new WatchedPage();
  await loadWidget();
});

test('an idle form keeps one stream open and does nothing else', async () => {
  const { token, proxyUrl } = await stageCandidate({ pipeline_name: 'everything' });
  const staged = new StagedElement((element) => {
    element.setAttribute('session', token);
    element.setAttribute('proxy-url', proxyUrl);
  });
  await staged.reaches('ready');
  await until(() => page.hasStream);
  await page.heartbeat();
  await until(
    () => page.pending.length === 1,
    () => JSON.stringify(page.pending),
  );
  const changes: MutationRecord[] = [];
  new MutationObserver((records) => changes.push(...records)).observe(staged.root, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  page.calls.length = 0;
  for (let beat = 1; beat <= 5; beat += 1) {
    await page.heartbeat();
    deepEqual(page.pending, [{ by: 'setTimeout', delay: SILENCE }]);
    equal(page.calls.length, beat, page.calls.join());
  }
  // Each heartbeat restarts the one timer: no request, no frame, no work of React.
  deepEqual(new Set(page.calls).size, 1);
  equal(changes.length, 0);
  equal(document.getAnimations().length, 0);
  staged.element.remove();
  await until(() => page.pending.length === 0);
});
