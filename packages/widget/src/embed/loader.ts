import conductUrl from 'chunk-url:../conduct/conduct.ts';
import elementUrl from 'chunk-url:../element/element.ts';
import islandUrl from 'chunk-url:../island/island.tsx';
import type { OpeningRequest } from 'precandidate-contract';
import type { AskedOpenings } from '../element/asked-openings.ts';
import sheetUrl from './form.css?url';

/** JSON leaves out what is `undefined`. */
type Sendable<Body> = { [Name in keyof Body]: Body[Name] | undefined };

const base = new URL(/* @vite-ignore */ '.', import.meta.url).href;
const asked: AskedOpenings = new Map();
const ignore = () => {};
/** A pasted form whose submit is kept. */
let kept: HTMLFormElement | undefined;

/**
 * `/widget.js`: the one address that pages link to. It asks for what opens the forms of the page,
 * registers the element meanwhile, which shows them, and then starts what listens to them; the files
 * it names never change, so only this one is fetched anew. A page whose network fails for a moment is
 * not left without its form for ever.
 */
function load<Module>(url: string, tries = 1): Promise<Module> {
  // Under the same address a browser may remember a failure.
  const address = `${url}#${tries}`;
  const loading = import(/* @vite-ignore */ address) as Promise<Module>;
  return loading.catch(async () => {
    // It may not be loaded, or not run: the browser posts the form itself. Not where the proxy cannot be
    // reached, else what was typed would be gone.
    if (kept && tries > 1)
      fetch(import.meta.url).then(() => {
        kept?.submit();
        kept = undefined;
      }, ignore);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return load(url, tries + 1);
  });
}

/** Rejects when one of the two cannot be had: the element asks again. */
function ask(element: HTMLElement) {
  const locale = element.getAttribute('locale') ?? element.closest<HTMLElement>('[lang]')?.lang;
  const session = element.getAttribute('session') as string;
  return Promise.all([
    fetch(new URL('opening', element.getAttribute('proxy-url') ?? base), {
      method: 'POST',
      body: JSON.stringify({ session, locale } satisfies Sendable<OpeningRequest>),
    }),
    fetch(base + sheetUrl).then((sheet) => sheet.text()),
  ]);
}

for (const element of document.querySelectorAll<HTMLElement>('precandidate-form[session]')) {
  // Kept until somebody listens, see `drawn-fields.ts`.
  element.shadowRoot?.addEventListener('submit', (event) => {
    event.preventDefault();
    kept = event.target as HTMLFormElement;
    (event as SubmitEvent).submitter?.setAttribute('aria-disabled', 'true');
  });
  const answer = ask(element);
  answer.catch(ignore);
  asked.set(element, answer);
}
void load<typeof import('../element/element.ts')>(elementUrl).then(({ define }) => {
  define(base, load(conductUrl), asked);
  // It is asked for again by what conducts it, which tells when it cannot be had.
  import(/* @vite-ignore */ islandUrl).catch(ignore);
});
