import conductUrl from 'chunk-url:../conduct/conduct.ts';
import elementUrl from 'chunk-url:../element/element.ts';
import islandUrl from 'chunk-url:../island/island.tsx';

/** Longest pause between two tries, in seconds. */
const LONGEST_PAUSE = 30;

/**
 * `/widget.js`: the one address that pages link to. It starts the downloads of all that every form
 * needs side by side and registers the element; the files it names never change, so only this one is
 * fetched anew. A page whose network fails for a moment is not left without its form for ever.
 */
async function load<Module>(url: string, failures = 0): Promise<Module> {
  try {
    return (await import(
      /* @vite-ignore */ failures === 0 ? url : `${url}?retry=${failures}`
    )) as Module;
  } catch {
    const seconds = Math.min(2 ** failures, LONGEST_PAUSE);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return load(url, failures + 1);
  }
}

const element = load<typeof import('../element/element.ts')>(elementUrl);
const conduct = load<typeof import('../conduct/conduct.ts')>(conductUrl);
void element.then(({ define }) =>
  define(new URL(/* @vite-ignore */ '.', import.meta.url).href, conduct),
);
// The form is asked for again by what conducts it, which tells when it cannot be had.
import(/* @vite-ignore */ islandUrl).catch(() => {});
