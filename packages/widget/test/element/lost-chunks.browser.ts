import { accessible } from './stage/accessible.ts';
import { deepEqual } from './stage/assert.ts';
import { loadWidget, stageCandidate, StagedElement } from './stage/candidate.ts';

test('loads chunks again after failures: the element by itself, the form by itself and on request', async () => {
  await loadWidget('flakyUrl');
  const { token, proxyUrl } = await stageCandidate({ pipeline_name: 'peru_basic' });
  const staged = new StagedElement((element) => {
    element.setAttribute('session', token);
    element.setAttribute('proxy-url', proxyUrl);
  });
  await staged.reaches('problem');
  await staged.says(/No pudimos conectarnos/);
  deepEqual(
    staged.detailsOf('precandidate-problem').map(({ type, retryable }) => [type, retryable]),
    [['urn:precandidate:problem:proxy-unreachable', true]],
  );
  await accessible(staged.element, 'unreachable');
  // On a busy machine, the element has retried by itself.
  staged.root.querySelector<HTMLButtonElement>('[part=retry]')?.click();
  await staged.reaches('ready');
});
