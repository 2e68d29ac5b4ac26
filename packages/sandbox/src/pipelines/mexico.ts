import type { Pipeline } from './pipeline.ts';

export const mexicoBasic: Pipeline = {
  pipeline_id: 'c4e9a6f3-7d28-4b15-b0d4-91a2e8c75d01',
  pipeline_name: 'mexico_basic',
  country_code: 'MX',
  workflow: 'standard',
  reports_enabled: ['document_id_status', 'criminal_records'],
  report_settings: {},
  form_schema: {
    type: 'object',
    properties: {
      document_id: {
        type: 'string',
        title: 'CURP',
        description: 'Los 18 caracteres de tu CURP',
        minLength: 18,
        maxLength: 18,
      },
      date_of_birth: { type: 'string', format: 'date', title: 'Fecha de nacimiento' },
      city_locode: {
        type: 'string',
        title: 'Ciudad',
        description: 'Código de la ciudad donde vives, por ejemplo MX MEX',
        minLength: 5,
        maxLength: 6,
      },
    },
    required: ['document_id', 'city_locode'],
  },
};
