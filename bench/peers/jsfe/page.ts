// As https://jsfe.js.org shows it, with Shoelace.
import '@jsfe/shoelace';
import '@shoelace-style/shoelace/dist/themes/light.css';
import { html, render } from 'lit';
import { definition, place, notifySent } from '../in-page.ts';

const { schema, uiSchema } = definition<{ schema: object; uiSchema: object }>();
const onSubmit = (_data: unknown, isValid: boolean) => isValid && notifySent();
render(
  html`<jsf-shoelace .schema=${schema} .uiSchema=${uiSchema} .data=${{}} .submitCallback=${onSubmit}></jsf-shoelace>`,
  place(),
);
