import type { ChunkLoader } from '../load-chunk.ts';
import { chunks, setChunkLoader } from './chunks.ts';
import { FormLayout } from './form-layout.ts';
import { PrecandidateForm } from './precandidate-form.ts';
import type { PrefetchedBootstrap } from './prerendered-form.ts';

const NAME = 'precandidate-form';

/** What `widget.js` hands over. */
export interface LoaderHandover extends ChunkLoader {
  /** Where `widget.js` came from: the proxy of elements without `proxy-url`. */
  scriptUrl: string;
  /** The style sheet of a prerendered form, relative to `scriptUrl`. */
  sheetUrl: string;
  prefetched: Map<Element, PrefetchedBootstrap>;
}

/** Registers the element, once per page. */
export function defineElement({
  scriptUrl,
  sheetUrl,
  prefetched,
  ...loader
}: LoaderHandover): void {
  if (customElements.get(NAME) !== undefined) return;
  setChunkLoader(loader);
  PrecandidateForm.scriptUrl = scriptUrl;
  FormLayout.sheetUrl = sheetUrl;
  PrecandidateForm.prefetched = prefetched;
  customElements.define(NAME, PrecandidateForm);
  // An element that the page inserts later opens even after an upgrade replaced this version's files.
  chunks.formApp().catch(() => {});
}
