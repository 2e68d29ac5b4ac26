import type { FieldSchema, Pipeline } from './pipeline.ts';

const documentId: FieldSchema = {
  type: 'string',
  description: 'Número de tu documento de identidad, sin espacios',
};
const cityLocode: FieldSchema = {
  type: 'string',
  description: 'Código de la ciudad donde vives: país y ciudad, por ejemplo PE LIM',
};

/** Only what the interface shows of a schema: strings with a description. */
export const peruBasic: Pipeline = {
  pipeline_id: '5f0c8a52-3f0e-4a39-9c1b-6d1f2a7e0b01',
  pipeline_name: 'peru_basic',
  country_code: 'PE',
  workflow: 'standard',
  reports_enabled: ['document_id_status', 'criminal_records'],
  report_settings: {},
  form_schema: {
    type: 'object',
    properties: { document_id: documentId, city_locode: cityLocode },
    required: ['document_id', 'city_locode'],
  },
};

export const peruFull: Pipeline = {
  pipeline_id: '5f0c8a52-3f0e-4a39-9c1b-6d1f2a7e0b02',
  pipeline_name: 'peru_full',
  country_code: 'PE',
  workflow: 'standard',
  reports_enabled: ['document_id_status', 'criminal_records', 'credit_history', 'education'],
  report_settings: { criminal_records: { years: 7 } },
  form_schema: {
    type: 'object',
    properties: {
      document_id_type: {
        type: 'string',
        title: 'Tipo de documento',
        enum: ['DNI', 'CE', 'PTP'],
        default: 'DNI',
      },
      document_id: { ...documentId, title: 'Número de documento', minLength: 6, maxLength: 12 },
      full_name: {
        type: 'string',
        title: 'Nombre completo',
        description: 'Como aparece en tu documento',
        minLength: 3,
        maxLength: 120,
      },
      dob: { type: 'string', format: 'date', title: 'Fecha de nacimiento' },
      city_locode: {
        ...cityLocode,
        title: 'Ciudad',
        pattern: '^[A-Za-z]{2} ?[A-Za-z0-9]{3}$',
      },
    },
    required: ['document_id_type', 'document_id', 'full_name', 'dob', 'city_locode'],
  },
};
