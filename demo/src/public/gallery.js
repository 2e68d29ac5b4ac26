// Brings each element to the state that it shows. When all have come to it, the page's root says so
// with `data-settled`.
const elements = [...document.querySelectorAll('precandidate-form')];
const HELD = new Promise(() => {});

for (const element of elements.filter(({ dataset }) => dataset.act === 'wait')) {
  element.removeAttribute('session');
  element.fetchSession = () => HELD;
}
await customElements.whenDefined('precandidate-form');
for (const element of elements.filter(({ dataset }) => dataset.messages))
  element.messages = JSON.parse(element.dataset.messages);
document.addEventListener('focusin', giveBack);
await Promise.all(elements.map(bring));
document.removeEventListener('focusin', giveBack);
document.querySelector(location.hash || null)?.scrollIntoView();
document.documentElement.dataset.settled = '';

/** Errors take the focus; here nobody asked for it. */
function giveBack({ target }) {
  if (!elements.includes(target)) return;
  target.shadowRoot.activeElement?.blur();
  scrollTo(0, 0);
}

async function bring(element) {
  const { act, ends } = element.dataset;
  if (act === 'leave' || act === 'restore') await fill(element);
  if (act === 'leave')
    await until(element, () => element.shadowRoot.querySelector('[part~="remark"]')?.textContent);
  if (act === 'remove') await remove(element);
  if (act === 'restore') element = await reopen(element);
  if (act === 'submit' || act === 'offline') {
    await until(element, () => element.state === 'ready');
    if (act === 'offline') loseNetwork();
    const invalid = heard(element, 'precandidate-invalid');
    element.submit();
    await (ends === 'ready' ? invalid : undefined);
  }
  await until(element, () => element.state === ends);
  await element.updateComplete;
}

/** Fills the first field in as a browser does, and goes on to the next. */
async function fill(element) {
  await until(element, () => element.state === 'ready');
  const field = element.shadowRoot.querySelector('input');
  // React, which draws it, watches the property of this one input.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  set.call(field, element.dataset.fill);
  for (const name of ['input', 'change', 'focusout'])
    field.dispatchEvent(new Event(name, { bubbles: true }));
}

async function remove(element) {
  await until(element, () => element.state === 'ready');
  element.shadowRoot.querySelector('[part~="remove"]').click();
}

async function reopen(element) {
  while (!isKept()) await new Promise(requestAnimationFrame);
  const again = element.cloneNode();
  element.replaceWith(again);
  return again;
}

/** Only one element here keeps what is typed. */
function isKept() {
  return Object.keys(sessionStorage).some((name) => name.startsWith('precandidate-draft:'));
}

/** The browser has its network still; the element asks the browser. */
function loseNetwork() {
  Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
}

function heard(element, name) {
  return new Promise((resolve) => element.addEventListener(name, resolve, { once: true }));
}

/** Whatever changes an element's state changes what it shows. */
function until(element, isSo) {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      watcher.disconnect();
      resolve();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(element.shadowRoot, {
      childList: true,
      characterData: true,
      attributes: true,
      subtree: true,
    });
    look();
  });
}
