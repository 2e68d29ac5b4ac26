import conductUrl from 'chunk-url:./element/conduct.ts';
import elementUrl from 'chunk-url:./element/element.ts';
import islandUrl from 'chunk-url:./form/mount-form.tsx';
import type { BootstrapRequest } from 'precandidate-contract';
import type { PrefetchedBootstraps } from './element/prefetched-bootstraps.ts';

/** JSON leaves out what is `undefined`. */
type Sendable<Body> = { [Name in keyof Body]: Body[Name] | undefined };

const base = new URL(/* @vite-ignore */ '.', import.meta.url).href;
const elements = document.querySelectorAll<HTMLElement>('precandidate-form[session]');
const asked: PrefetchedBootstraps = new Map();
const ignore = () => {};

/**
 * `/widget.js`: the one address that pages link to. It asks for what opens the forms of the page,
 * registers the element meanwhile, which shows them, and then starts what listens to them; the files
 * it names never change, so only this one is fetched anew. A page whose network fails for a moment is
 * not left without its form for ever.
 */
async function load<Module>(url: string): Promise<Module> {
  try {
    return (await import(/* @vite-ignore */ url)) as Module;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    // Under the same address a browser may remember a failure.
    return load(`${url}#`);
  }
}

for (const element of elements) {
  const { shadowRoot } = element;
  // Kept until somebody listens, see `drawn-fields.ts`.
  shadowRoot?.addEventListener('submit', (event) => {
    event.preventDefault();
    (event as SubmitEvent).submitter?.setAttribute('aria-disabled', 'true');
  });
  const request = {
    session: element.getAttribute('session') as string,
    locale: element.getAttribute('locale') ?? element.closest<HTMLElement>('[lang]')?.lang,
    fields: !shadowRoot,
  } satisfies Sendable<BootstrapRequest>;
  // An address that is none rejects: what stands in one element is not to stop the others.
  const ask = async () =>
    fetch(new URL('bootstrap', element.getAttribute('proxy-url') || base), {
      method: 'POST',
      body: JSON.stringify(request),
    });
  const answer = ask();
  // When it cannot be had the element asks again.
  answer.catch(ignore);
  asked.set(element, { ...request, answer });
}

const shown = load<typeof import('./element/element.ts')>(elementUrl);
/** What listens takes no bandwidth from what is shown; what is drawn is on the screen. */
async function listen(): Promise<typeof import('./element/conduct.ts')> {
  await (elements[0]?.shadowRoot ?? shown);
  // It is asked for again by what conducts it, which tells when it cannot be had.
  import(/* @vite-ignore */ islandUrl).catch(ignore);
  return load(conductUrl);
}
const conduct = listen();
void shown.then(({ define }) => define(base, conduct, asked));
