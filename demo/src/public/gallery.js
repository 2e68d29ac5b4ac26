// Brings each element to the state that it shows. When all have come to it, the page's root says so
// with `data-settled`.
const elements = [...document.querySelectorAll('precandidate-form')];
const HELD = new Promise(() => {});

for (const element of elements.filter(({ dataset }) => dataset.act === 'wait')) {
  element.removeAttribute('session');
  element.fetchSession = () => HELD;
}
await customElements.whenDefined('precandidate-form');
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
