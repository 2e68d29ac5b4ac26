import { html, type TemplateResult } from 'lit';

/** The shape of a form while it loads: as high as two fields and a button, so that little moves. */
export function skeleton(label: string): TemplateResult {
  return html`<div class="skeleton" part="skeleton" role="img" tabindex="-1" aria-label=${label}>
    <span class="bone short"></span><span class="bone"></span>
    <span class="bone short"></span><span class="bone"></span>
    <span class="bone button-shape"></span>
  </div>`;
}
