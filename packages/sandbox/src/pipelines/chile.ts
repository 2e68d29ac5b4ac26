import type { Pipeline } from './pipeline.ts';

export const chileBasic: Pipeline = {
  pipeline_id: 'e71f3b84-1c6a-4d92-a5f7-2b8d40c9e601',
  pipeline_name: 'chile_basic',
  country_code: 'CL',
  workflow: 'standard',
  reports_enabled: ['document_id_status', 'criminal_records'],
  report_settings: {},
  form_schema: {
    type: 'object',
    properties: {
      document_id_type: {
        type: 'string',
        title: 'Tipo de documento',
        description: 'national_id: cédula de identidad; foreigner_card: carné de extranjería',
        enum: ['national_id', 'foreigner_card'],
        default: 'national_id',
      },
      document_id: {
        type: 'string',
        title: 'RUN',
        description: 'Con dígito verificador, por ejemplo 12.345.678-5',
        minLength: 7,
        maxLength: 12,
      },
      certificate_id: {
        type: 'string',
        title: 'Folio del certificado',
        description: 'Está en la esquina superior derecha del certificado',
        maxLength: 30,
      },
    },
    required: ['document_id', 'certificate_id'],
  },
};
