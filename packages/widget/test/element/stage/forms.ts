/** Asks for an identity number and a city. */
export const PERU = { pipeline_name: 'peru_basic' };

export const text = (title: string) => ({ type: 'string', title });

/** The request for a candidate with a form of these properties. */
export const formOf = (properties: object, rest: object = {}) => ({
  form_schema: { type: 'object', properties, ...rest },
});

/** A required field, one with a default, and a choice. */
export const FORM = {
  type: 'object',
  properties: {
    name: text('Nombre'),
    city: { ...text('Ciudad'), default: 'Lima' },
    shift: { ...text('Turno'), enum: ['día', 'noche'] },
  },
  required: ['name'],
};
