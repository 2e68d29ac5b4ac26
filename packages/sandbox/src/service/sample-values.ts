import type { FieldSchema, FormSchema } from '../pipelines/pipeline.ts';

const BY_NAME: Readonly<Record<string, string>> = {
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

/** What a candidate could have told the voice agent: a value for each required field. */
export function sampleValues(schema: FormSchema, country_code: string): Record<string, unknown> {
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
  // The last choice of a list seldom asks for more fields.
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
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  return known ?? 'Lima'.padEnd(field.minLength ?? 0, 'x').slice(0, field.maxLength);
}

/** The country's own kind of number, or another country's where the field asks for that. */
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
