import elementUrl from 'chunk-url:../element/element.ts';
import islandUrl from 'chunk-url:../island/island.tsx';

/** Longest pause between two tries, in seconds. */
const LONGEST_PAUSE = 30;

/**
 * `/widget.js`: the one address that pages link to. It starts the downloads of element and form side
 * by side and registers the element; the files it names never change, so only this one is fetched
 * anew. A page whose network fails for a moment is not left without its form for ever.
 */
async function start(failures: number): Promise<void> {
  const url = failures === 0 ? elementUrl : `${elementUrl}?retry=${failures}`;
  const element = import(/* @vite-ignore */ url) as Promise<typeof import('../element/element.ts')>;
  try {
    (await element).define(new URL(/* @vite-ignore */ '.', import.meta.url).href);
  } catch {
    setTimeout(() => void start(failures + 1), Math.min(2 ** failures, LONGEST_PAUSE) * 1_000);
  }
}

void start(0);
// The element asks for it again, and tells when it cannot be had.
import(/* @vite-ignore */ islandUrl).catch(() => {});
