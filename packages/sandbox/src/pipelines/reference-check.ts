import type { Pipeline } from './pipeline.ts';

export const referenceCheck: Pipeline = {
  pipeline_id: '3a9d5c71-6e2f-4810-bb43-7f1e0d2c4a01',
  pipeline_name: 'reference_check',
  country_code: null,
  workflow: 'reference_check',
  reports_enabled: ['reference_check'],
  report_settings: { reference_check: { max_referees: 3 } },
  form_schema: {
    type: 'object',
    properties: {
      referees: {
        type: 'array',
        title: 'Referencias laborales',
        description: 'De una a tres personas con las que hayas trabajado',
        minItems: 1,
        maxItems: 3,
        items: {
          type: 'object',
          title: 'Referencia',
          properties: {
            name: { type: 'string', title: 'Nombre y apellido', minLength: 3, maxLength: 120 },
            phone: {
              type: 'string',
              title: 'Teléfono',
              description: 'Con el código del país, por ejemplo +51 987 654 321',
              pattern: '^\\+[0-9 ]{8,20}$',
            },
            company: { type: 'string', title: 'Empresa', minLength: 2, maxLength: 120 },
            relationship: {
              type: 'string',
              title: 'Relación laboral',
              enum: ['Jefe directo', 'Colega', 'Cliente', 'Otra'],
            },
          },
          required: ['name', 'phone', 'company', 'relationship'],
        },
      },
    },
    required: ['referees'],
  },
};
