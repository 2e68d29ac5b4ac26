import elementUrl from 'chunk-url:../element/element.ts';
import islandUrl from 'chunk-url:../island/island.tsx';

/**
 * `/widget.js`: the one address that pages link to. It starts the downloads of element and form side
 * by side and registers the element; the files it names never change, so only this one is fetched
 * anew.
 */
const element: Promise<typeof import('../element/element.ts')> = import(elementUrl);
// The element asks for it again, and tells when it cannot be had.
import(islandUrl).catch(() => {});

void element.then(({ define }) => define(new URL(/* @vite-ignore */ '.', import.meta.url).href));
