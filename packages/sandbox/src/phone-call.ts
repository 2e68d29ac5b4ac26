import type { FastifyInstance } from 'fastify';
import { SandboxError } from './errors.ts';
import { checkData, collect } from './precandidates/collect.ts';
import { precandidateRecord, schemaOf } from './precandidates/precandidate-store.ts';
import type { FieldSchema, FormSchema } from './pipelines/pipeline.ts';

/** `POST /calls/{precandidate_id}` simulates the voice agent: the candidate gives the data. */
export async function phoneCallRoutes(app: FastifyInstance): Promise<void> {
  const { sandbox } = app;
  app.post<{ Params: { precandidate_id: string }; Body: Record<string, unknown> | undefined }>(
    '/:precandidate_id',
    { schema: { body: { type: ['object', 'null'] } } },
    async (request) => {
      const precandidate = sandbox.precandidates.get(request.params.precandidate_id);
      if (precandidate === undefined) throw new SandboxError(404, 'Precandidate not found');
      const schema = schemaOf(precandidate);
      const data = { ...sampleValues(schema, precandidate.country_code), ...request.body };
      const errors = checkData(schema, data);
      if (errors.length > 0) throw new SandboxError(422, 'Validation failed', errors);
      const submitted = collect(sandbox, precandidate, data, 'phone');
      return precandidateRecord(submitted, sandbox.origin);
    },
  );
}

const TEXT_BY_NAME: Readonly<Record<string, string>> = {
  full_name: 'María Pérez Rojas',
  mothers_full_name: 'Rosa Rojas Quispe',
  fathers_full_name: 'Juan Pérez Díaz',
  name: 'Carla Díaz Soto',
  phone: '+51 987 654 321',
  company: 'Andes S.A.',
  email: 'maria.perez@example.com',
  certificate_id: 'AB-1002003',
};

const DOCUMENT_IDS: Readonly<Record<string, string>> = {
  PE: '45678912',
  BR: '123.456.789-01',
  MX: 'PERM900115MDFRJR04',
  CL: '12.345.678-5',
};

const CITIES: Readonly<Record<string, string>> = { PE: 'PE LIM', BR: 'BR CWB', MX: 'MX MEX' };

/** Plausible values for the required fields of a form. */
function sampleValues(schema: FormSchema, country_code: string): Record<string, unknown> {
  return sampleObject(schema, country_code);
}

function sampleObject(schema: FieldSchema, country: string): Record<string, unknown> {
  const required = schema.required ?? Object.keys(schema.properties ?? {});
  const values: [string, unknown][] = required.map((name) => {
    const field =
      schema.properties !== undefined && Object.hasOwn(schema.properties, name)
        ? schema.properties[name]
        : undefined;
    return [name, sample(field ?? {}, name, country)];
  });
  return Object.fromEntries(values);
}

function sample(field: FieldSchema, name: string, country: string): unknown {
  if (field.const !== undefined) return field.const;
  if (field.default !== undefined) return field.default;
  // Forms rarely have further fields that depend on the last choice.
  if (field.enum !== undefined) return field.enum.at(-1);
  switch (field.type) {
    case 'object':
      return sampleObject(field, country);
    case 'array':
      return Array.from({ length: Math.max(field.minItems ?? 1, 1) }, () =>
        sample(field.items ?? {}, name, country),
      );
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return field.minimum ?? 1;
    default:
      return sampleText(field, name, country);
  }
}

function sampleText(field: FieldSchema, name: string, country: string): string {
  if (field.format === 'date') return '1990-01-15';
  if (field.format === 'email') return 'maria.perez@example.com';
  if (name === 'document_id') return documentIdFor(field, country);
  if (name === 'city_locode') return CITIES[country] ?? `${country} ZZZ`;
  const known = Object.hasOwn(TEXT_BY_NAME, name) ? TEXT_BY_NAME[name] : undefined;
  return known ?? 'Lima'.padEnd(field.minLength ?? 0, 'x').slice(0, field.maxLength);
}

/** The country's own format, or another country's if only that fits the field. */
function documentIdFor(field: FieldSchema, country: string): string {
  const own = DOCUMENT_IDS[country] ?? '1020304';
  return [own, ...Object.values(DOCUMENT_IDS)].find((number) => fits(field, number)) ?? own;
}

function fits(
  { pattern, minLength = 0, maxLength = Infinity }: FieldSchema,
  text: string,
): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}
