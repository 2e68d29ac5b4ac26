import type { Pipeline } from './pipeline.ts';

/** Nothing is missing: the candidate only confirms. */
export const noFields: Pipeline = {
  pipeline_id: '9c4e2f08-b7a1-4d36-8f52-1e3d5b7a9c01',
  pipeline_name: 'no_fields',
  country_code: null,
  workflow: 'standard',
  reports_enabled: ['identity_confirmation'],
  report_settings: {},
  form_schema: { type: 'object', properties: {}, required: [] },
};

/** Names that break selectors, ids, paths and templates that were written carelessly. */
export const oddNames: Pipeline = {
  pipeline_id: '9c4e2f08-b7a1-4d36-8f52-1e3d5b7a9c02',
  pipeline_name: 'odd_names',
  country_code: null,
  workflow: 'standard',
  reports_enabled: ['document_id_status'],
  report_settings: {},
  form_schema: {
    type: 'object',
    properties: {
      'mother\'s "full" name': { type: 'string', description: "Mother's name, with both quotes" },
      'city/state': { type: 'string', description: 'A slash' },
      'a.b': { type: 'string', description: 'A dot' },
      a_b: { type: 'string', description: 'An underscore, in place of the dot' },
      'date of birth': { type: 'string', description: 'Spaces', format: 'date' },
      '/rooted~1/path': { type: 'string', description: 'Begins with a slash and holds a tilde' },
      'list[0]': { type: 'string', description: 'Square brackets' },
      '<b>bold</b> & co': { type: 'string', description: 'Looks <em>like</em> mark-up' },
      constructor: { type: 'string', description: 'A word that every object knows' },
      'año ñandú 🦙': { type: 'string', description: 'Letters beyond ASCII' },
    },
    required: ['mother\'s "full" name', 'city/state', 'a.b', 'date of birth'],
  },
};
