import elementUrl from 'chunk-url:./element/element.ts';
import unavailableUrl from 'chunk-url:./element/unavailable.ts';
import type { Bootstrap, BootstrapRequest } from 'precandidate-contract';
import type { ParsedForm, PrefetchedBootstrap } from './element/chunks.ts';
import sheetUrl from './element/form.css?url';
import { abandonPendingChunks, loadChunk } from './load-chunk.ts';

/** Newer than the platform's types. */
type SafeHtml = HTMLElement & {
  setHTML?(html: string, options: { sanitizer: { comments: boolean } }): void;
};

const scriptUrl = new URL(/* @vite-ignore */ '.', import.meta.url).href;
const prefetched = new Map<Element, PrefetchedBootstrap>();
let sheet: Promise<CSSStyleSheet> | undefined;

/** How long the element waits for prerendered forms before it is loaded. */
const MAX_WAIT_MS = 1_000;
const shown: Promise<void>[] = [];

/**
 * `/widget.js`, the one address that pages link to. For each form of the page it requests the bootstrap
 * and shows the prerendered form in it, before it loads the element, which hydrates that form. It repeats
 * a few functions of the element, because a shared module would become a chunk that both wait for.
 */
for (const element of document.querySelectorAll<HTMLElement>(
  'precandidate-form[session]:not([session=""])',
)) {
  const { shadowRoot } = element;
  if (shadowRoot) deferSubmits(shadowRoot);
  const request = bootstrapRequest(element);
  const response = requestBootstrap(element.getAttribute('proxy-url') || scriptUrl, request);
  // A failed request is repeated by the element.
  const form = request.fields ? parseForm(response).catch(() => undefined) : undefined;
  const entry = { request, response, form, fingerprint: null };
  prefetched.set(element, entry);
  response.catch(() => {});
  shown.push(showForm(element, entry).catch(() => {}));
}

const maxWait = new Promise((resolve) => {
  setTimeout(resolve, MAX_WAIT_MS);
});
// A page's own `Promise` may be too old for `allSettled`.
void Promise.race([Promise.all(shown), maxWait]).then(loadElement);

async function loadElement(): Promise<void> {
  const addressOf = (url: string) => new URL(url, import.meta.url).href;
  const sayUnavailable = () =>
    loadChunk<typeof import('./element/unavailable.ts')>(addressOf(unavailableUrl), 1).then(
      ({ showUnavailable }) => showUnavailable(),
      () => {},
    );
  const { defineElement } = await loadChunk<typeof import('./element/element.ts')>(
    addressOf(elementUrl),
    Infinity,
    sayUnavailable,
  );
  const defined = defineElement({
    scriptUrl,
    sheetUrl,
    prefetched,
    loadChunk,
    abandonPendingChunks,
  });
  // A page that extends `Object.prototype` may break it. The console says why.
  defined.catch(sayUnavailable);
  return defined;
}

function bootstrapRequest(element: HTMLElement): BootstrapRequest & { fields: boolean } {
  const session = element.getAttribute('session')?.trim() ?? '';
  const locale = element.getAttribute('locale');
  const rendered = element.shadowRoot?.querySelector<HTMLElement>('.base')?.lang;
  const around = element.closest<HTMLElement>('[lang]')?.lang;
  const languages = [rendered, around, ...navigator.languages].filter((tag) => tag !== undefined);
  return { session, fields: !element.shadowRoot, languages, ...(locale && { locale }) };
}

/** Rejects for an invalid `proxy-url`, so that the page's other forms still load. */
async function requestBootstrap(proxyUrl: string, request: BootstrapRequest): Promise<Response> {
  const folder = new URL(proxyUrl.endsWith('/') ? proxyUrl : `${proxyUrl}/`, document.baseURI);
  return fetch(new URL('bootstrap', folder), {
    method: 'POST',
    body: jsonText(request),
    credentials: 'omit',
    cache: 'no-store',
  });
}

/** As in `api/proxy-client.ts`. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name: string) {
    return this[name];
  });
}

async function parseForm(bootstrap: Promise<Response>): Promise<ParsedForm | undefined> {
  const response = (await bootstrap).clone();
  const { fields } = (await response.json()) as Partial<Bootstrap>;
  if (!fields?.html) return undefined;
  const parsed: SafeHtml = document.createElement('div');
  // `setHTML` passes a Trusted Types policy. React needs the comments between two texts.
  if (parsed.setHTML) parsed.setHTML(fields.html, { sanitizer: { comments: true } });
  // A strict policy would report `innerHTML` as a violation; the form app renders the form instead.
  else if ('trustedTypes' in globalThis) return undefined;
  else parsed.innerHTML = fields.html;
  return { content: parsed, fingerprint: fields.fingerprint };
}

/** Shows the prerendered form, unless the element exists by then and shows it itself. */
async function showForm(element: HTMLElement, entry: PrefetchedBootstrap): Promise<void> {
  if (entry.form === undefined) return;
  sheet ??= loadSheet();
  const [form, styles] = await Promise.all([entry.form, sheet]);
  if (
    !form ||
    element.shadowRoot ||
    element.getAttribute('session')?.trim() !== entry.request.session
  )
    return;
  entry.fingerprint = form.fingerprint;
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styles];
  root.append(...form.content.childNodes);
  deferSubmits(root);
}

async function loadSheet(): Promise<CSSStyleSheet> {
  const response = await fetch(new URL(sheetUrl, scriptUrl));
  if (!response.ok) throw new Error(sheetUrl);
  return new CSSStyleSheet().replace(await response.text());
}

/**
 * Defers a submit until the element is defined and `FormMount` takes over; also one that was made before
 * this script ran. An edit cancels it. Enter in a field clicks the button, too; a sandboxed frame without
 * `allow-forms` has no submit events.
 */
function deferSubmits(root: ShadowRoot): void {
  const markButton = (isDeferred: boolean) => {
    if (root.host.matches(':defined')) return;
    root.querySelector('[part=submit]')?.setAttribute('aria-disabled', String(isDeferred));
  };
  root.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[part=submit]')) markButton(true);
  });
  root.addEventListener('input', () => markButton(false));
  const early = root.querySelector('.early-submit');
  // Old browsers ignore what they do not know in `:is()`.
  if (early?.matches(':is(:user-valid)')) markButton(true);
  early?.remove();
}
