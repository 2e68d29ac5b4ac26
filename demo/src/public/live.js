// Keeps HR's page as it is on the server: looks again whenever the stream says so.
import { openWhenWide } from './open-when-wide.js';

openWhenWide();
document.querySelector('[data-focus]')?.focus();

const { watch } = document.body.dataset;
if (watch) follow(watch);

function follow(path) {
  let looking = Promise.resolve();
  new EventSource(path).addEventListener('changed', () => {
    looking = looking.then(lookAgain, lookAgain);
  });
}

async function lookAgain() {
  const response = await fetch(location.pathname);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]'))
    refresh(part, fresh.getElementById(part.id));
  for (const part of document.querySelectorAll('[data-live-text]')) {
    const text = fresh.getElementById(part.id)?.textContent ?? '';
    if (part.textContent !== text) part.textContent = text;
  }
}

/** Children that did not change stay, so that focus and opened details stay with them. */
function refresh(part, fresh) {
  if (fresh === null || sameHtml(part, fresh)) return;
  const before = new Map([...leaves(part)].map((node) => [keyOf(node), node]));
  for (const node of leaves(fresh)) {
    const known = before.get(keyOf(node));
    if (known !== undefined && sameHtml(known, node)) node.replaceWith(known);
  }
  part.replaceChildren(...fresh.childNodes);
}

const leaves = (part) => part.querySelectorAll('li');
const keyOf = (node) => node.dataset.person ?? node.dataset.report ?? node.dataset.eventId;
const sameHtml = (one, other) => settled(one) === settled(other);
/** Mark-up without what the reader did to it. */
const settled = (node) => node.innerHTML.replaceAll(' open=""', '');
