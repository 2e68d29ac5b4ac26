// As https://jsonforms.io/docs/integrations/react/ shows it, with the renderers that need no design
// library, and errors hidden until the button is pressed (https://jsonforms.io/docs/validation/).
import type { JsonSchema, UISchemaElement } from '@jsonforms/core';
import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { definition, place } from '../in-page.ts';

const {
  schema,
  uischema,
  data: given,
} = definition<{
  schema: JsonSchema;
  uischema: UISchemaElement;
  data: object;
}>();

function Page() {
  const [data, setData] = useState<unknown>(given);
  const [isSent, setSent] = useState(false);
  const form = createElement(JsonForms, {
    schema,
    uischema,
    data,
    renderers: vanillaRenderers,
    cells: vanillaCells,
    validationMode: isSent ? 'ValidateAndShow' : 'ValidateAndHide',
    onChange: (state) => setData(state.data),
  });
  const button = createElement('button', { type: 'button', onClick: () => setSent(true) }, 'Send');
  return createElement('div', undefined, form, button);
}

createRoot(place()).render(createElement(Page));
