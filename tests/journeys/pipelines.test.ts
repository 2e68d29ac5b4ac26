import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { openCandidate, eventCount, eventDetail } from '../stage/candidate.ts';
import { newCandidate, openDemo } from '../stage/demo.ts';
import { formIdOf, serviceRecord } from '../stage/sandbox-control.ts';
import { fillDate } from '../stage/short-form.ts';

const stage = openDemo();

/**
 * A step of a candidate: presses a button, or fills in the field of a label. `#2` is the second one of
 * that label; `{ city }` is typed and taken from the list with the keyboard.
 */
type Step = string | readonly [label: string, answer: string | { city: string } | { date: string }];

interface Journey {
  pipeline: string;
  lang: 'es' | 'pt' | 'en';
  steps: readonly Step[];
  sent: Record<string, unknown>;
}

const referee = (n: number, name: string, phone: string, relationship: string): Step[] => [
  [`Nombre y apellido#${n}`, name],
  [`Teléfono#${n}`, phone],
  [`Empresa#${n}`, 'Molinos del Sur'],
  [`Relación laboral#${n}`, relationship],
];
const sentReferee = (name: string, phone: string, relationship: string) => {
  return { name, phone, company: 'Molinos del Sur', relationship };
};

const JOURNEYS: Journey[] = [
  {
    pipeline: 'peru_full',
    lang: 'es',
    steps: [
      ['Tipo de documento', 'Permiso Temporal de Permanencia (PTP)'],
      ['Número de PTP', '001234567'],
      ['Nombre completo', ' María José Quispe '],
      ['Fecha de nacimiento', { date: '1990-12-31' }],
      ['Ciudad', { city: 'arequ' }],
    ],
    sent: {
      document_id_type: 'PTP',
      document_id: '001234567',
      full_name: 'María José Quispe',
      dob: '1990-12-31',
      city_locode: 'PE AQP',
    },
  },
  {
    pipeline: 'brazil_full',
    lang: 'pt',
    steps: [
      ['CPF', '529.982.247-25'],
      ['Data de nascimento', { date: '1985-02-28' }],
      ['Nome completo', 'João da Silva'],
      ['Nome completo da mãe', 'Ana da Silva'],
      ['Cidade', { city: 'curiti' }],
    ],
    sent: {
      document_id: '52998224725',
      dob: '1985-02-28',
      full_name: 'João da Silva',
      mothers_full_name: 'Ana da Silva',
      city_locode: 'BR CWB',
    },
  },
  {
    pipeline: 'mexico_basic',
    lang: 'es',
    steps: [
      ['CURP', 'hegg560427mvzrrl04'],
      ['Ciudad', 'MX MEX'],
    ],
    sent: { document_id: 'HEGG560427MVZRRL04', city_locode: 'MX MEX' },
  },
  {
    pipeline: 'chile_basic',
    lang: 'es',
    steps: [
      ['RUN', '12.345.678-5'],
      ['Folio del certificado', 'A-1002'],
    ],
    sent: { document_id_type: 'national_id', document_id: '12345678-5', certificate_id: 'A-1002' },
  },
  {
    pipeline: 'candidate_screening',
    lang: 'es',
    steps: [
      ['Nombre completo', 'Ana Quispe'],
      ['¿Desde cuándo puedes empezar?', { date: '2027-01-15' }],
      ['Años de experiencia', '7'],
      ['Pretensión salarial mensual', '3500.50'],
      ['Puedo trabajar a distancia', 'Sí'],
    ],
    sent: {
      full_name: 'Ana Quispe',
      available_from: '2027-01-15',
      years_of_experience: 7,
      expected_salary: 3500.5,
      remote: true,
    },
  },
  {
    pipeline: 'reference_check',
    lang: 'es',
    steps: referee(1, 'Luisa Prado', '987 654 321', 'Jefe directo'),
    sent: { referees: [sentReferee('Luisa Prado', '+51987654321', 'Jefe directo')] },
  },
  {
    pipeline: 'reference_check',
    lang: 'es',
    steps: [
      ...referee(1, 'Luisa Prado', '+51 987 654 321', 'Jefe directo'),
      'Agregar Referencia',
      ...referee(2, 'Raúl Soto', '+56 9 6123 4567', 'Colega'),
      'Agregar Referencia',
      ...referee(3, 'Inés Vega', '+55 11 98765-4321', 'Otra'),
    ],
    sent: {
      referees: [
        sentReferee('Luisa Prado', '+51987654321', 'Jefe directo'),
        sentReferee('Raúl Soto', '+56961234567', 'Colega'),
        sentReferee('Inés Vega', '+5511987654321', 'Otra'),
      ],
    },
  },
  {
    pipeline: 'everything',
    lang: 'en',
    steps: [
      ['Full name', 'Ana Quispe'],
      ['E-mail address', 'ana@example.com'],
      ['Gender', 'not stated'],
      ['Date of birth', { date: '1990-12-31' }],
      ['Years of experience', '12'],
      ['Expected salary', '1,200.75'],
      ['I agree to the background check', 'on'],
      ['Street and number', 'Calle Lima 123'],
      'Add Language',
      ['Language 1', 'Quechua'],
      ['Do you have a job now?', 'Yes'],
      ['Employer', 'Molinos del Sur'],
    ],
    sent: {
      full_name: 'Ana Quispe',
      email: 'ana@example.com',
      gender: 'not stated',
      dob: '1990-12-31',
      years_of_experience: 12,
      expected_salary: 1200.75,
      consent: true,
      address: { street: 'Calle Lima 123' },
      languages: ['Quechua'],
      employed: 'yes',
      employer: 'Molinos del Sur',
    },
  },
];

for (const { pipeline, lang, steps, sent } of JOURNEYS)
  test(`${pipeline}, ${steps.length} answers: the service receives exactly these values`, async () => {
    const page = await openCandidate(stage, await newCandidate(stage, pipeline), { lang });
    await eventDetail(page, 'precandidate-ready');
    for (const step of steps) await take(page, step);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: /^(Enviar|Send)$/ }).tap();
    await pressed(page);
    assert.equal((await eventDetail(page, 'precandidate-submitted')).by, 'form');
    const kept = await serviceRecord(stage.sandbox.url, await formIdOf(page));
    assert.deepEqual(kept.data, sent);
    assert.equal(kept.form_posts, 1);
    await page.context().close();
  });

/** Waits until the button did something, and that was to send. */
async function pressed(page: Page): Promise<void> {
  const events = ['precandidate-submitting', 'precandidate-invalid'] as const;
  const rows = events.map((name) => `[data-event="${name}"]`).join();
  await page.locator(rows).first().waitFor({ state: 'attached' });
  if ((await eventCount(page, 'precandidate-invalid')) > 0)
    assert.deepEqual(await eventDetail(page, 'precandidate-invalid'), { errors: [] });
}

async function take(page: Page, step: Step): Promise<void> {
  if (typeof step === 'string') return page.getByRole('button', { name: step }).tap();
  const [label, answer] = step;
  const [text = '', position = '1'] = label.split('#');
  if (typeof answer === 'object' && 'date' in answer) return fillDate(page, text, answer.date);
  const nth = Number(position) - 1;
  const group = page.getByRole('radiogroup', { name: text }).nth(nth);
  const pattern = new RegExp(`^${text.replaceAll(/[?*+.()]/g, String.raw`\$&`)}(?: \\(|$)`);
  const field = page.getByLabel(pattern).nth(nth);
  // An answer before may have brought it, a frame later.
  await group.or(field).first().waitFor();
  if (await group.count()) return group.getByLabel(String(answer), { exact: true }).tap();
  if (typeof answer === 'object') return chooseCity(page, text, answer.city);
  if (await field.evaluate((each) => each.matches('select')))
    return void (await field.selectOption(answer));
  if (answer === 'on') return field.tap();
  await field.tap();
  await page.keyboard.type(answer);
}

/** As with a keyboard: part of the name or code, down to the first in the list, and taken. */
async function chooseCity(page: Page, label: string, city: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.tap();
  await page.keyboard.type(city);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
