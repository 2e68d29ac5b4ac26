import type { FormProps } from '@rjsf/core';

/** What the sandbox's pipeline `peru_full` asks for. */
export const PERU_FULL: FormProps['schema'] = {
  type: 'object',
  properties: {
    document_id_type: {
      type: 'string',
      title: 'Tipo de documento',
      enum: ['DNI', 'CE', 'PTP'],
      default: 'DNI',
    },
    document_id: { type: 'string', title: 'Número de documento', minLength: 6, maxLength: 12 },
    full_name: { type: 'string', title: 'Nombre completo', minLength: 3, maxLength: 120 },
    dob: { type: 'string', format: 'date', title: 'Fecha de nacimiento' },
    city_locode: { type: 'string', title: 'Ciudad', pattern: '^[A-Za-z]{2} ?[A-Za-z0-9]{3}$' },
  },
  required: ['document_id_type', 'document_id', 'full_name', 'dob', 'city_locode'],
};
