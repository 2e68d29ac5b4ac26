import { deepEqual, equal, ok } from './stage/assert.ts';
import { sandbox, until } from './stage/candidate.ts';
import { PERU } from './stage/forms.ts';
import { show, type Shown } from './stage/show.ts';

let one: Shown;

test('opening the form moves neither the focus nor the page', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  const filler = document.body.appendChild(document.createElement('div'));
  filler.style.blockSize = '2000px';
  field.focus();
  let isLost = false;
  field.addEventListener('blur', () => (isLost = true));
  one = await show();
  equal(document.activeElement, field);
  ok(!isLost);
  equal(one.focused, null);
  equal(scrollY, 0);
  await sandbox(`/calls/${one.candidate.record.precandidate_id}`, {});
  await one.reaches('elsewhere');
  equal(document.activeElement, field);
  equal(scrollY, 0);
  field.remove();
  filler.remove();
});

test('two elements in one page have separate values, errors, languages, and outcomes', async () => {
  one = await show();
  const other = await show(PERU, { locale: 'en' });
  one.fill('Número de documento', '41234561');
  equal(other.field('Document number').value, '');
  other.element.submit();
  equal(one.root.querySelector('.summary'), null);
  ok(other.root.querySelector('.summary'));
  other.fill('Document number', '12345678');
  other.fill('City', 'PE CUZ');
  other.press('Send');
  await other.reaches('submitted');
  equal(one.element.state, 'ready');
  equal(one.field('Número de documento').value, '41234561');
  equal(one.detailsOf('precandidate-submitted').length, 0);
  const [detail] = other.detailsOf('precandidate-submitted');
  equal(detail?.precandidate_id, other.candidate.record.precandidate_id);
});

test('another token for the same form has no visible effect', async () => {
  one = await show();
  one.fill('Número de documento', '41234561');
  one.field('Ciudad').focus();
  const form = one.query('form');
  one.element.session = `${one.candidate.token.split('.').slice(0, 2).join('.')}.other`;
  await one.updated();
  equal(one.query('form'), form);
  equal(one.focused, one.field('Ciudad'));
  equal(one.element.state, 'ready');
});

test('attached and detached twice, the element leaves no listener on the page', async () => {
  const live = new Map<unknown, string>();
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const isPage = (target: unknown) => target === window || target === document;
  EventTarget.prototype.addEventListener = function add(name, listener, options) {
    // An old zone.js breaks the page's own listeners, and ours (angular issue 49591).
    if (typeof options === 'object') equal(options?.signal, undefined);
    if (isPage(this)) live.set(listener, name);
    addEventListener.call(this, name, listener, options);
  };
  EventTarget.prototype.removeEventListener = function remove(name, listener, options) {
    if (isPage(this)) live.delete(listener);
    removeEventListener.call(this, name, listener, options);
  };
  try {
    one = await show();
    for (let round = 0; round < 2; round += 1) {
      one.element.remove();
      deepEqual([...live.values()], []);
      document.body.append(one.element);
      await one.reaches('ready');
    }
    one.element.remove();
    deepEqual([...live.values()], []);
  } finally {
    Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
  }
});

test('commits typed text after a move of the element during a press', async () => {
  one = await show();
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  document.body.append(one.element);
  one.fill('Ciudad', 'PE LIM');
  await until(() => one.detailsOf('precandidate-change').length > 0);
});
