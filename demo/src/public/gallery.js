// Creates each element when it comes near the screen, and brings it to the state that it shows. Once all are there,
// the root element gets `data-ready`.
const NEVER = new Promise(() => {});
/** An element that loads for ten seconds says that it cannot connect. */
const STILL_LOADING_MS = 8_000;
/** Elements on their way to their state. */
const underWay = new Set();
/** Settles when the network is back. */
let isOnline = Promise.resolve();
let left = document.querySelectorAll('template').length;

await customElements.whenDefined('precandidate-form');
const nearness = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) show(target);
  },
  { rootMargin: '100%' },
);
for (const specimen of document.querySelectorAll('.specimen')) nearness.observe(specimen);

async function show(specimen) {
  nearness.unobserve(specimen);
  const template = specimen.querySelector('template');
  const content = document.importNode(template.content, true);
  const element = content.querySelector('precandidate-form');
  const { action, messages } = element.dataset;
  await isOnline;
  if (action === 'wait') {
    element.removeAttribute('session');
    element.fetchSession = () => NEVER;
    // Putting the element into its own place starts its loading again.
    setInterval(() => element.replaceWith(element), STILL_LOADING_MS);
  }
  if (messages) element.messages = JSON.parse(messages);
  template.replaceWith(content);
  // These lose the network of the whole page.
  const prepared = action?.includes('offline') ? withoutNetwork(element) : prepare(element);
  underWay.add(prepared);
  await prepared;
  underWay.delete(prepared);
  left -= 1;
  if (left === 0) document.documentElement.dataset.ready = '';
}

async function withoutNetwork(element) {
  const others = [...underWay];
  const prepared = (async () => {
    await Promise.all(others);
    await prepare(element);
    delete navigator.onLine;
  })();
  isOnline = prepared;
  await prepared;
}

async function prepare(element) {
  const { action, endState } = element.dataset;
  const isFilled = ['blur', 'continue', 'restore'].includes(action);
  if (isFilled) await fill(element);
  const warning = () => element.shadowRoot.querySelector('[part~="warning"]');
  if (action === 'blur') await until(element, () => warning()?.textContent);
  if (action === 'remove') await press(element, '[part~="remove"]');
  if (action === 'continue') await press(element, '[part~="submit"]');
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
    inPlace(() => element.submit());
    await (endState === 'ready' ? invalid : undefined);
  }
  await until(element, () => element.state === endState);
  await element.updateComplete;
}

/** Elements focus what they show, and scroll to it: the page stays where the reader is. */
function inPlace(act) {
  const { scrollX, scrollY } = window;
  act();
  document.activeElement.shadowRoot?.activeElement?.blur();
  scrollTo(scrollX, scrollY);
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

async function press(element, selector) {
  await until(element, () => element.state === 'ready');
  inPlace(() => element.shadowRoot.querySelector(selector).click());
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
