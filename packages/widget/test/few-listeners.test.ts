import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { HEARD, withFewListeners } from '../src/form/few-listeners.ts';

const ISLAND = fileURLToPath(new URL('../src/form/', import.meta.url));

/** By the names that React has for them: the browser's. */
const EVENTS: Record<string, string[]> = {
  onBlur: ['focusout'],
  // A choice tells React by `change`, a box to tick by `click`.
  onChange: ['change', 'click'],
  onClick: ['click'],
  onToggle: ['toggle'],
};
/** Not an event: a property of our own, or of RJSF. */
const OWN = new Set(['onBroken', 'onChoose', 'onExpand', 'onText']);

test('React listens to every event that the fields give it', () => {
  const files = globSync(`${ISLAND}**/*.tsx`);
  const given = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\s(on[A-Z]\w*)=\{/g)].map(([, name = '']) => name),
  );
  assert.ok(given.includes('onToggle'));
  for (const name of new Set(given.filter((each) => !OWN.has(each)))) {
    assert.ok(EVENTS[name], `${name} is new: name its events here and in few-listeners.ts`);
    for (const event of EVENTS[name]) assert.ok(HEARD.has(event), `${event} is not listened to`);
  }
});

test('what is not named is not listened to while a root is made, and as ever afterwards', () => {
  const page = new EventTarget();
  const container = Object.assign(new EventTarget(), { ownerDocument: page }) as HTMLElement;
  const heard: string[] = [];
  const listen = (target: EventTarget, type: string) =>
    target.addEventListener(type, () => heard.push(type));
  const root = withFewListeners(container, () => {
    listen(page, 'selectionchange');
    listen(container, 'keydown');
    listen(container, 'click');
    return 'root';
  });
  listen(container, 'keyup');
  listen(page, 'keypress');
  for (const type of ['keydown', 'click', 'keyup']) container.dispatchEvent(new Event(type));
  for (const type of ['selectionchange', 'keypress']) page.dispatchEvent(new Event(type));
  assert.deepEqual([root, heard], ['root', ['click', 'keyup', 'keypress']]);
});
