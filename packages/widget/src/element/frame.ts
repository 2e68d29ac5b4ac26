import { html, render } from 'lit';

/** What stands in the shadow root from first to last; whatever else is drawn stands around the fields. */
export interface Frame {
  root: ShadowRoot;
  /** All that is on the screen. */
  base: HTMLElement;
  /** The place of the fields: never moved, and drawn by the island alone. */
  island: HTMLElement;
}

const EMPTY = html`<div class="base" part="base"><div id="island" part="form"></div></div>`;

/** The frame that a server or the loader has put into the page, with its fields; else a new one. */
export function frameOf(host: HTMLElement): Frame {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const find = () => root.querySelector<HTMLElement>('.base > #island');
  if (find() === null) render(EMPTY, root);
  const island = find() as HTMLElement;
  return { root, island, base: island.parentElement as HTMLElement };
}
