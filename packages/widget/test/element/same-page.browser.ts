import { deepEqual, equal, ok } from './stage/assert.ts';
import { PERU } from './stage/forms.ts';
import { show, type Shown } from './stage/show.ts';

let one: Shown;

test('two elements in one page have separate values, errors, languages, and outcomes', async () => {
  // The first in the page has the status stream; the second one would poll its outcome after 5 s.
  const other = await show(PERU, { locale: 'en' });
  one = await show();
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
