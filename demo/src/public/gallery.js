// Brings each element to the state that it shows. Then the root element gets `data-ready`.
const elements = [...document.querySelectorAll('precandidate-form')];
const NEVER = new Promise(() => {});

for (const element of elements.filter(({ dataset }) => dataset.action === 'wait')) {
  element.removeAttribute('session');
  element.fetchSession = () => NEVER;
}
await customElements.whenDefined('precandidate-form');
for (const element of elements.filter(({ dataset }) => dataset.messages))
  element.messages = JSON.parse(element.dataset.messages);
// These lose the network of the whole page.
const isLast = ({ dataset }) => dataset.action === 'reopen-offline';
await Promise.all(elements.filter((element) => !isLast(element)).map(prepare));
await Promise.all(elements.filter(isLast).map(prepare));
// Elements focus their errors and scroll to them.
document.activeElement.shadowRoot?.activeElement?.blur();
(document.querySelector(location.hash || null) ?? document.documentElement).scrollIntoView();
document.documentElement.dataset.ready = '';

async function prepare(element) {
  const { action, endState } = element.dataset;
  if (action === 'blur' || action === 'restore') await fill(element);
  const warning = () => element.shadowRoot.querySelector('[part~="warning"]');
  if (action === 'blur') await until(element, () => warning()?.textContent);
  if (action === 'remove') await remove(element);
  if (action === 'restore') {
    while (!hasDraft()) await new Promise(requestAnimationFrame);
    element = reopen(element);
  }
  if (action === 'reopen-offline') {
    loseNetwork();
    element = reopen(element);
  }
  if (action === 'submit' || action === 'offline') {
    await until(element, () => element.state === 'ready');
    if (action === 'offline') loseNetwork();
    const invalid = once(element, 'precandidate-invalid');
    element.submit();
    await (endState === 'ready' ? invalid : undefined);
  }
  await until(element, () => element.state === endState);
  await element.updateComplete;
}

/** Fills in the first field as a browser does, and leaves it. */
async function fill(element) {
  await until(element, () => element.state === 'ready');
  const field = element.shadowRoot.querySelector('input');
  // React overrides the property of this input, so use the prototype's.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  set.call(field, element.dataset.fill);
  for (const name of ['input', 'change', 'focusout'])
    field.dispatchEvent(new Event(name, { bubbles: true }));
}

async function remove(element) {
  await until(element, () => element.state === 'ready');
  element.shadowRoot.querySelector('[part~="remove"]').click();
}

function reopen(element) {
  const again = element.cloneNode();
  element.replaceWith(again);
  return again;
}

/** Only one element of the page keeps a draft. */
function hasDraft() {
  return Object.keys(sessionStorage).some((name) => name.startsWith('precandidate-draft:'));
}

/** Makes the browser report that it is offline, which the element checks. */
function loseNetwork() {
  Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
}

function once(element, name) {
  return new Promise((resolve) => element.addEventListener(name, resolve, { once: true }));
}

/** Resolves when `condition` holds. Every change of an element's state changes its content. */
function until(element, condition) {
  return new Promise((resolve) => {
    const check = () => {
      if (!condition()) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(check);
    observer.observe(element.shadowRoot, {
      childList: true,
      characterData: true,
      attributes: true,
      subtree: true,
    });
    check();
  });
}
