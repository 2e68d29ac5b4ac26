import type { PrecandidateFormElement } from '../../../src/index.ts';
import { equal } from './assert.ts';
import type { StagedElement } from './candidate.ts';
import { text } from './forms.ts';
import { show } from './show.ts';

export const group = (title: string, properties: object, required: string[] = []) => ({
  type: 'object',
  title,
  properties,
  required,
});

/** Four steps and the check; an answer adds a step. */
const FORM = {
  type: 'object',
  title: 'Tu postulación',
  properties: {
    name: text('Nombre'),
    works: { ...text('Trabajas'), enum: ['sí', 'no'] },
    home: group('Domicilio', { street: text('Calle'), hint: text('Referencia') }, ['street']),
    referees: {
      type: 'array',
      title: 'Referencias',
      items: group('Referencia', { full: text('Quién') }),
    },
    note: text('Nota'),
  },
  required: ['name', 'home'],
  if: { properties: { works: { const: 'sí' } }, required: ['works'] },
  then: {
    properties: { job: group('Empleo', { firm: text('Empresa') }, ['firm']) },
    required: ['job'],
  },
};

/** A step of a group, and one of the fields of a branch. */
export const BRANCHES = {
  type: 'object',
  properties: { home: group('Domicilio', { street: text('Calle') }) },
  oneOf: [
    { title: 'DNI', properties: { dni: text('Número') }, required: ['dni'] },
    { title: 'Pasaporte', properties: { passport: text('Código') }, required: ['passport'] },
  ],
};

const STEPS = { 'ui:options': { steps: true } } as const;
export const NAMED = {
  'ui:options': {
    steps: [
      { title: 'Tú', fields: ['note', 'name', 'works'] },
      { title: 'Tu trabajo', fields: ['job'] },
      { title: 'Lo demás', fields: ['referees'] },
    ],
  },
};

export const request = { form_schema: FORM, ui_schema: STEPS };

export const open = (more: object = {}, setUp?: (element: PrecandidateFormElement) => void) =>
  show({ ...request, ...more }, setUp);

export const heading = (staged: StagedElement) => staged.query('[part=step] h2').textContent;
export const next = (staged: StagedElement) => staged.press('Continuar');
export const labels = (staged: StagedElement) =>
  [...staged.root.querySelectorAll('.field > .label')].map((each) => each.firstChild?.textContent);
export const stepsOf = (staged: StagedElement) =>
  staged.detailsOf('precandidate-step').map(({ step, steps }) => `${step}/${steps}`);
export const links = (staged: StagedElement) =>
  [...staged.root.querySelectorAll<HTMLAnchorElement>('.summary a')].map((each) => each.innerText);

/** The answers on the check, as “label: answer”. */
export const answers = (staged: StagedElement) =>
  [...staged.root.querySelectorAll('.answer')].map((row) =>
    [...row.querySelectorAll('dt, dt + dd')].map((part) => part.textContent).join(': '),
  );

export const change = (staged: StagedElement, label: string) =>
  staged.query<HTMLButtonElement>(`[part=change][aria-label="Cambiar: ${label}"]`).click();

/** Fills in the first two steps, and goes to the check. */
export function toCheck(staged: StagedElement): void {
  staged.fill('Nombre', 'Ana');
  next(staged);
  staged.fill('Calle', 'Sol 1');
  for (let n = 0; n < 3; n += 1) next(staged);
  equal(heading(staged), 'Paso 5 de 5 Revisa tus respuestas');
}

/** As the browser's Back button. */
export async function browserBack(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  addEventListener('popstate', resolve, { once: true });
  history.back();
  await promise;
}
