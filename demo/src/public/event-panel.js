// Lists the DOM events of <precandidate-form> as they reach the page.

const NAMES = [
  'precandidate-ready',
  'precandidate-change',
  'precandidate-step',
  'precandidate-invalid',
  'precandidate-submitting',
  'precandidate-sent',
  'precandidate-submitted',
  'precandidate-status',
  'precandidate-problem',
];
const list = document.querySelector('[data-events]');
const count = document.querySelector('[data-event-count]');

if (matchMedia('(min-width: 60rem)').matches) list.closest('details').open = true;
for (const name of NAMES) document.addEventListener(name, show);

function show(event) {
  list.prepend(row(event));
  count.textContent = String(list.children.length);
}

function row({ type, detail }) {
  const item = document.createElement('li');
  item.dataset.event = type;
  item.dataset.detail = JSON.stringify(detail);
  item.append(text('code', type), text('span', describe(detail)));
  return item;
}

function describe(detail) {
  return Object.entries(detail ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' · ');
}

function text(name, content) {
  const element = document.createElement(name);
  element.textContent = content;
  return element;
}
