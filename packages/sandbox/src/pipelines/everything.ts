import type { Pipeline } from './pipeline.ts';

/** One of each kind of field that the service could send. */
export const everything: Pipeline = {
  pipeline_id: '9c4e2f08-b7a1-4d36-8f52-1e3d5b7a9c03',
  pipeline_name: 'everything',
  country_code: null,
  workflow: 'standard',
  reports_enabled: ['document_id_status', 'criminal_records', 'employment_history'],
  report_settings: {},
  form_schema: {
    type: 'object',
    properties: {
      full_name: { type: 'string', title: 'Full name', minLength: 3, maxLength: 120 },
      email: { type: 'string', format: 'email', title: 'E-mail address' },
      gender: { type: 'string', title: 'Gender', enum: ['female', 'male', 'other', 'not stated'] },
      dob: { type: 'string', format: 'date', title: 'Date of birth' },
      years_of_experience: {
        type: 'integer',
        title: 'Years of experience',
        minimum: 0,
        maximum: 60,
      },
      expected_salary: { type: 'number', title: 'Expected salary', minimum: 0 },
      consent: {
        type: 'boolean',
        title: 'I agree to the background check',
        const: true,
      },
      address: {
        type: 'object',
        title: 'Address',
        properties: {
          street: { type: 'string', title: 'Street and number', minLength: 1 },
          postal_code: { type: 'string', title: 'Postal code', pattern: '^[0-9A-Za-z -]{3,10}$' },
        },
        required: ['street'],
      },
      languages: {
        type: 'array',
        title: 'Languages you speak',
        description: 'Up to five',
        maxItems: 5,
        items: { type: 'string', title: 'Language', minLength: 2 },
      },
      employed: { type: 'string', title: 'Do you have a job now?', enum: ['yes', 'no'] },
    },
    required: ['full_name', 'dob', 'consent', 'address', 'employed'],
    if: { properties: { employed: { const: 'yes' } }, required: ['employed'] },
    then: {
      properties: {
        employer: { type: 'string', title: 'Employer', minLength: 2 },
        employed_since: { type: 'string', format: 'date', title: 'Employed since' },
      },
      required: ['employer'],
    },
    else: {
      properties: {
        last_employer: { type: 'string', title: 'Last employer, if any', maxLength: 120 },
      },
    },
  },
};
