// As https://jsfe.js.org shows it, with Shoelace.
import '@jsfe/shoelace';
import '@shoelace-style/shoelace/dist/themes/light.css';
import { html, render } from 'lit';
import { definition, place } from '../in-page.ts';

const { schema, uiSchema } = definition<{ schema: object; uiSchema: object }>();
render(
  html`<jsf-shoelace .schema=${schema} .uiSchema=${uiSchema} .data=${{}} .submitCallback=${() => {}}></jsf-shoelace>`,
  place(),
);
