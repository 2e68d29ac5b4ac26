import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, ok } from './stage/assert.ts';
import { sandbox, type StagedElement, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { fillPeru, show } from './stage/show.ts';

let staged: StagedElement;

setup(async () => {
  staged = await show(PERU);
});

test('announces the confirmation in whole sentences', async () => {
  fillPeru(staged);
  staged.press('Enviar');
  await staged.reaches('submitted');
  equal(
    staged.liveRegion.textContent,
    '¡Listo! Tus datos quedaron confirmados. No tienes que hacer nada más.',
  );
});

test('moves the focus to the confirmation a frame before the form disappears', async () => {
  fillPeru(staged);
  const form = staged.query('#form-app');
  const { promise: nextFrame, resolve } = Promise.withResolvers<boolean>();
  staged.root.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches('.card .title'))
      requestAnimationFrame(() => resolve(form.checkVisibility()));
  });
  staged.query('[part=submit]').focus();
  staged.press('Enviar');
  equal(await nextFrame, true);
  equal(form.classList.contains('unseen'), true);
  await until(() => form.hidden && staged.element.state === 'submitted');
  await until(() => form.childElementCount === 0);
  equal(staged.focused, staged.query('.card .title'));
});

test('removes the confirmed data from the page even if the browser draws no frames', async () => {
  fillPeru(staged);
  const form = staged.query('#form-app');
  const { promise: emptied, resolve } = Promise.withResolvers<void>();
  new MutationObserver(() => {
    if (form.childElementCount === 0) resolve();
  }).observe(form, { childList: true });
  const { requestAnimationFrame } = globalThis;
  globalThis.requestAnimationFrame = () => 0;
  try {
    staged.query('[part=submit]').focus();
    staged.press('Enviar');
    await emptied;
  } finally {
    globalThis.requestAnimationFrame = requestAnimationFrame;
  }
  equal(form.hidden, true);
  equal(staged.focused, staged.query('.card .title'));
});

test('shows a rejection at the form, which can be submitted again', async () => {
  await sandbox('/_control/faults', {
    kind: 'status',
    status: 422,
    match: { method: 'POST', path: '/form' },
    times: 1,
  });
  fillPeru(staged);
  staged.press('Enviar');
  await staged.reaches('refused', 'problem', 'submitted');
  ok(staged.element.matches(':state(refused)'));
  await staged.says(/El servicio no aceptó los datos/);
  deepEqual(
    staged.detailsOf('precandidate-problem').map(({ type }) => type),
    ['urn:precandidate:problem:submission-refused'],
  );
  await accessible(staged.element, 'refused');
  staged.press('Enviar');
  await staged.reaches('submitted');
});

test('an empty field found by a retry replaces the problem of the submit before', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('/submission/')) throw new TypeError('Failed to fetch');
    return fetch(input, init);
  };
  fillPeru(staged);
  staged.press('Enviar');
  await staged.reaches('problem');
  globalThis.fetch = fetch;
  equal(staged.detailsOf('precandidate-problem').length, 1);
  staged.fill('Ciudad', '');
  staged.press('Intentar de nuevo');
  await staged.reaches('ready');
  equal(staged.root.querySelector('.notice'), null);
  equal(staged.focused, staged.query('.summary'));
});
