// Keeps HR's page up to date: reloads its live parts whenever the server's stream says so.

// On a phone these details are folded; with enough room they are open.
if (matchMedia('(min-width: 60rem)').matches)
  for (const details of document.querySelectorAll('details[data-open-when-wide]'))
    details.open = true;

document.querySelector('[data-focus]')?.focus();

const { liveUrl } = document.body.dataset;
if (liveUrl) follow(liveUrl);

function follow(url) {
  let reloading = Promise.resolve();
  new EventSource(url).addEventListener('changed', () => {
    reloading = reloading.then(reload, reload);
  });
}

async function reload() {
  const response = await fetch(location.pathname);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]'))
    update(part, fresh.getElementById(part.id));
  for (const part of document.querySelectorAll('[data-live-text]')) {
    const text = fresh.getElementById(part.id)?.textContent ?? '';
    if (part.textContent !== text) part.textContent = text;
  }
}

/** Keeps unchanged list items, and with them the focus and open details. */
function update(part, fresh) {
  if (fresh === null || isSameHtml(part, fresh)) return;
  const current = new Map([...items(part)].map((node) => [keyOf(node), node]));
  for (const node of items(fresh)) {
    const existing = current.get(keyOf(node));
    if (existing !== undefined && isSameHtml(existing, node)) node.replaceWith(existing);
  }
  part.replaceChildren(...fresh.childNodes);
}

const items = (part) => part.querySelectorAll('li');
const keyOf = (node) => node.dataset.person ?? node.dataset.report ?? node.dataset.eventId;
const isSameHtml = (one, other) => withoutOpen(one) === withoutOpen(other);
/** Markup without the state of its details elements. */
const withoutOpen = (node) => node.innerHTML.replaceAll(' open=""', '');
