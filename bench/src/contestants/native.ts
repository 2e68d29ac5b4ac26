import { readFileSync } from 'node:fs';
import type { Field, FormCase } from '../cases.ts';
import { pageOf, type Contestant } from './contestant.ts';

/** The form written by hand, without script or style: the fastest possible page. */
export const NATIVE: Contestant = {
  id: 'native',
  title: 'native HTML',
  page: async (form) => pageOf({ body: formOf(form) }),
  submit: 'button',
};

const CSS = readFileSync(new URL('native.css', import.meta.url), 'utf8');

/** The same with one linked style sheet, as real pages have. */
export const NATIVE_STYLED: Contestant = {
  ...NATIVE,
  id: 'native-styled',
  title: 'native HTML with a style sheet',
  style: { path: '/native.css', css: CSS },
  page: async (form) =>
    pageOf({ head: '<link rel="stylesheet" href="/native.css">', body: formOf(form) }),
};

/** The same with its styles in the page, which saves the request for the style sheet. */
export const NATIVE_INLINE: Contestant = {
  ...NATIVE,
  id: 'native-inline',
  title: 'native HTML with inline styles',
  hasInlineStyles: true,
  page: async (form) => pageOf({ head: `<style>${CSS}</style>`, body: formOf(form) }),
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
