import { chunks, receiveHandover, type LoaderHandover } from './chunks.ts';
import { PrecandidateForm } from './precandidate-form.ts';

const NAME = 'precandidate-form';

/** Registers the element, once per page. */
export function defineElement(handover: LoaderHandover): void {
  if (customElements.get(NAME) !== undefined) return;
  receiveHandover(handover);
  customElements.define(NAME, PrecandidateForm);
  // An element that the page inserts later opens even after an upgrade replaced this version's files.
  chunks.formApp().catch(() => {});
}
