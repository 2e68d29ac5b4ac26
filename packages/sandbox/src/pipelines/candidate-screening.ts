import type { Pipeline } from './pipeline.ts';

/** The service calls the candidate; the hosted form asks the same. */
export const candidateScreening: Pipeline = {
  pipeline_id: '0d2b6e95-84c3-4f7a-9e10-5a6c7b8d9e01',
  pipeline_name: 'candidate_screening',
  country_code: null,
  workflow: 'candidate_screening',
  reports_enabled: ['candidate_screening'],
  report_settings: { candidate_screening: { language: 'es' } },
  form_schema: {
    type: 'object',
    properties: {
      full_name: { type: 'string', title: 'Nombre completo', minLength: 3, maxLength: 120 },
      available_from: {
        type: 'string',
        format: 'date',
        title: '¿Desde cuándo puedes empezar?',
      },
      years_of_experience: {
        type: 'integer',
        title: 'Años de experiencia',
        minimum: 0,
        maximum: 60,
      },
      expected_salary: {
        type: 'number',
        title: 'Pretensión salarial mensual',
        description: 'En la moneda de tu país',
        minimum: 0,
      },
      remote: { type: 'boolean', title: 'Puedo trabajar a distancia' },
    },
    required: ['full_name', 'available_from'],
  },
};
