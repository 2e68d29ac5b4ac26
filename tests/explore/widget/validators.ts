import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from './form.ts';
import type { Json } from './json.ts';

export type Validate = (data: Json) => boolean;

// `ownProperties`: a property named `constructor` is absent unless the data has it.
const OPTIONS = {
  strict: false,
  logger: false,
  validateSchema: false,
  ownProperties: true,
} as const;
const ENGINES = {
  '2019-09': withFormats(new Ajv2019(OPTIONS)),
  '2020-12': withFormats(new Ajv2020(OPTIONS)),
  older: withFormats(new Ajv(OPTIONS)),
};

function withFormats<Engine extends Ajv>(engine: Engine): Engine {
  // A file is no text that a format describes; unknown formats are ignored, as the drafts say.
  (addFormats as unknown as (ajv: Ajv) => void)(engine);
  return engine;
}

/** AJV with the schema's own draft. */
export function validatorOf({ $schema, ...schema }: Schema): Validate {
  const draft = /2019-09|2020-12/.exec(String($schema))?.[0] as '2019-09' | '2020-12' | undefined;
  const text = JSON.stringify(schema);
  const engine = ENGINES[draft ?? 'older'];
  // An earlier schema may have the same `$id`.
  engine.removeSchema();
  return engine.compile(JSON.parse(text, withDependenciesApart)) as Validate;
}

/** Beside a dependency that does not apply, AJV's `unevaluatedProperties` refuses every property. */
function withDependenciesApart(_name: string, value: Schema): Schema {
  if (value?.dependentSchemas === undefined || value.unevaluatedProperties === undefined)
    return value;
  const { dependentSchemas, allOf = [], ...others } = value;
  return { ...others, allOf: [...(allOf as Schema[]), { dependentSchemas }] };
}

/** Accepts everything where AJV cannot read the schema. */
export function lenientValidatorOf(schema: Schema): Validate {
  try {
    return validatorOf(schema);
  } catch {
    return () => true;
  }
}
