import type { Pipeline } from './pipeline.ts';

export const brazilFull: Pipeline = {
  pipeline_id: '8b1d7c10-52a4-4f0b-8a6e-0c9e3d5f1a01',
  pipeline_name: 'brazil_full',
  country_code: 'BR',
  workflow: 'standard',
  reports_enabled: ['document_id_status', 'criminal_records', 'labor_lawsuits'],
  report_settings: {},
  form_schema: {
    type: 'object',
    properties: {
      document_id: {
        type: 'string',
        title: 'CPF',
        description: 'Os 11 números do seu CPF',
        pattern: '^[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9]{2}$',
      },
      document_id_alt: {
        type: 'string',
        title: 'RG',
        description: 'Número do seu registro geral, se tiver',
        maxLength: 20,
      },
      dob: { type: 'string', format: 'date', title: 'Data de nascimento' },
      full_name: {
        type: 'string',
        title: 'Nome completo',
        description: 'Como está no seu documento',
        minLength: 3,
        maxLength: 120,
      },
      mothers_full_name: {
        type: 'string',
        title: 'Nome completo da mãe',
        minLength: 3,
        maxLength: 120,
      },
      fathers_full_name: { type: 'string', title: 'Nome completo do pai', maxLength: 120 },
      city_locode: {
        type: 'string',
        title: 'Cidade',
        description: 'Código da cidade onde você mora, por exemplo BR CWB',
        minLength: 5,
        maxLength: 6,
      },
    },
    required: ['document_id', 'dob', 'full_name', 'mothers_full_name', 'city_locode'],
  },
};
