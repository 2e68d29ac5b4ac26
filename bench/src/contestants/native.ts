import type { Field, FormCase } from '../cases.ts';
import { pageOf, type Contestant } from './contestant.ts';

/** The form written by hand, without script or style: the fastest possible page. */
export const NATIVE: Contestant = {
  id: 'native',
  title: 'native HTML',
  page: async (form) => pageOf({ body: formOf(form) }),
  submit: 'button',
};

const CSS = `
:root { color-scheme: light; --ink: #1d2733; --line: #6b7785; --accent: #0b5cad; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #fff; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0 1.5rem; }
form p { margin: 0 0 1.25rem; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
label:has(input[type='radio'], input[type='checkbox']) { display: flex; gap: 0.5rem; font-weight: 400; }
input, select {
  width: 100%; min-height: 2.75rem; padding: 0.5rem; color: inherit; background: #fff;
  font: inherit; border: 1px solid var(--line); border-radius: 0.25rem;
}
input[type='radio'], input[type='checkbox'] { width: 1.25rem; min-height: 1.25rem; accent-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
fieldset { margin: 0 0 1.25rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.25rem; }
legend { padding: 0 0.25rem; font-weight: 600; }
button {
  min-height: 2.75rem; padding: 0.5rem 1.5rem; color: #fff; background: var(--accent);
  font: inherit; font-weight: 600; border: 0; border-radius: 0.25rem; cursor: pointer;
}
button:hover { background: #084a8c; }
@media (min-width: 40rem) { main { padding: 2rem; } h1 { font-size: 2.25rem; } }
@media (prefers-reduced-motion: no-preference) { button { transition: background 0.15s; } }
`;

/** The same with one linked style sheet, as real pages have. */
export const NATIVE_STYLED: Contestant = {
  ...NATIVE,
  id: 'native-styled',
  title: 'native HTML with a style sheet',
  style: { path: '/native.css', css: CSS },
  page: async (form) =>
    pageOf({ head: '<link rel="stylesheet" href="/native.css">', body: formOf(form) }),
};

function formOf({ fields }: FormCase): string {
  const controls = fields.map((field) => controlOf(field)).join('\n');
  return `<form method="post" action="/">\n${controls}\n<p><button>Send</button></p>\n</form>`;
}

function controlOf(field: Field): string {
  const { kind, name, title } = field;
  const required = field.required ? ' required' : '';
  const labelled = (control: string) => `<p><label for="${name}">${title}</label> ${control}</p>`;
  switch (kind) {
    case 'text':
      return labelled(
        `<input id="${name}" name="${name}" minlength="${field.minLength}" maxlength="${field.maxLength}"${required}>`,
      );
    case 'number':
      return labelled(
        `<input id="${name}" name="${name}" type="number" min="${field.minimum}" max="${field.maximum}"${required}>`,
      );
    case 'date':
      return labelled(`<input id="${name}" name="${name}" type="date"${required}>`);
    case 'checkbox':
      return `<p><label><input type="checkbox" name="${name}"> ${title}</label></p>`;
    case 'select': {
      const options = field.choices.map((choice) => `<option>${choice}</option>`).join('');
      return labelled(
        `<select id="${name}" name="${name}"${required}><option value=""></option>${options}</select>`,
      );
    }
    case 'radio':
      return groupOf(
        title,
        field.choices.map((choice) => radioOf(name, choice, required)).join(' '),
      );
    case 'list':
      return groupOf(title, field.fields.map((part) => controlOf(part)).join('\n'));
  }
}

function radioOf(name: string, choice: string, required: string): string {
  return `<label><input type="radio" name="${name}" value="${choice}"${required}> ${choice}</label>`;
}

function groupOf(title: string, inside: string): string {
  return `<fieldset><legend>${title}</legend>${inside}</fieldset>`;
}
