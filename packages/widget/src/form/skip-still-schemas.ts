import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';
import { isQuiet } from './fields/is-quiet.ts';

/** Keywords by which what a schema asks for depends on what was filled in. */
const DEPENDING = ['allOf', 'anyOf', 'dependencies', 'if', 'oneOf', 'patternProperties'];
/**
 * Has RJSF pass over what no answer can change. By itself it resolves every schema at every draw, and
 * looks through all fields for defaults at every answer: in a long form that is most of what it does.
 */
export function skipStillSchemas(utils: SchemaUtilsType): void {
  const root = utils.getRootSchema();
  // What is referred to may depend on anything.
  if (JSON.stringify(root).includes('"$ref"')) return;
  const retrieve = utils.retrieveSchema.bind(utils);
  utils.retrieveSchema = (schema, ...rest) =>
    isStill(schema) ? schema : retrieve(schema, ...rest);
  const isSelect = utils.isSelect.bind(utils);
  utils.isSelect = (schema) => (isStill(schema) ? Array.isArray(schema.enum) : isSelect(schema));
  const fill = utils.getDefaultFormState.bind(utils);
  const short = withoutQuietFields(root);
  utils.getDefaultFormState = (schema, ...rest) => fill(schema === root ? short : schema, ...rest);
}

function isStill(schema: RJSFSchema): boolean {
  // RJSF asks for what is no schema too.
  if (typeof schema !== 'object' || schema === null) return false;
  const { additionalProperties = false } = schema;
  return additionalProperties === false && !DEPENDING.some((keyword) => keyword in schema);
}

/** The schema without the fields that no default comes from. */
function withoutQuietFields(root: RJSFSchema): RJSFSchema {
  const { properties } = root;
  if (!isStill(root) || properties === undefined || 'default' in root || 'const' in root)
    return root;
  // Where RJSF finds no default of its own for `constructor`, it takes what every object has by that name.
  const loud = Object.entries(properties).filter(([name, field]) => name in {} || !isQuiet(field));
  return { ...root, properties: Object.fromEntries(loud) };
}
