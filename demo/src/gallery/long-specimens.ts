import { form, text } from './schemas.ts';
import { specimen, type Specimen } from './specimen.ts';

const applicant = form(
  {
    full_name: text('Nombre completo'),
    works: text('¿Trabajas ahora?', { enum: ['Sí', 'No'] }),
    address: form(
      { street: text('Calle y número'), district: text('Distrito') },
      { title: 'Domicilio' },
    ),
    about: text('Cuéntanos de ti'),
  },
  {
    required: ['full_name'],
    if: { properties: { works: { const: 'Sí' } }, required: ['works'] },
    then: form({ firm: text('Empresa donde trabajas') }),
  },
);

const STEPS = { 'ui:title': 'Tu postulación', 'ui:options': { steps: true } } as const;

const job = form(
  {
    firm: text('Empresa'),
    city: text('Ciudad'),
    position: text('Cargo'),
    boss: text('Jefe directo'),
    boss_phone: text('Teléfono del jefe'),
  },
  { title: 'Trabajo', required: ['firm'] },
);

/** Steps, questions that others open, and long entries of a list. */
export const LONG_SPECIMENS: readonly Specimen[] = [
  specimen('steps', 'Steps', { schema: applicant, uiSchema: STEPS }),
  specimen('second-step', 'The second step', {
    schema: applicant,
    uiSchema: STEPS,
    action: 'continue',
    fill: 'Ana Quispe Mamani',
  }),
  specimen('opened', 'A question where it belongs', {
    note: 'Right after the question that opens it.',
    schema: { ...applicant, default: { works: 'Sí' } },
  }),
  specimen('copied', 'A list whose entries can be copied', {
    schema: form(
      { jobs: { type: 'array', title: 'Trabajos anteriores', minItems: 1, items: job } },
      {
        default: {
          jobs: [{ firm: 'Comercial Andina', city: 'Lima', position: 'Cajera' }, {}],
        },
      },
    ),
  }),
];
