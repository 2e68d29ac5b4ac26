import { PROBLEMS } from '../packages/contract/src/index.ts';

/** What this page reads of a schema in `/openapi.json`. */
interface Schema {
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  description?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  summary: string;
  tags?: string[];
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface Api {
  paths: Record<string, Record<string, Operation>>;
}

const CALLERS: Record<string, string> = {
  'back end': 'your back end, with one of `BACKEND_KEYS`',
  browser: 'the element, with a session token',
  service: 'the service, with one of `WEBHOOK_SECRETS`',
  operations: 'your monitoring',
};

/** Member → an example of its value, where the type alone says too little. */
const EXAMPLES: Record<string, unknown> = {
  person_id: '6f0c2a34-2f1b-4d0e-9f63-2f5a4a0b7c11',
  precandidate_id: '0d9b3f52-7a1e-4a63-8d4f-5b2c6d7e8f90',
  form_id: '0d9b3f52-7a1e-4a63-8d4f-5b2c6d7e8f90',
  session_id: 'V1StGXR8Z5jdHi6B',
  token: 'eyJhbGciOiJIUzI1NiIs…',
  session: 'eyJhbGciOiJIUzI1NiIs…',
  html: '<precandidate-form session="eyJ…">…</precandidate-form>',
  origin: 'https://hr.example',
  locale: 'es-PE',
  languages: ['es-PE', 'en'],
  nonce: 'b64MbTBqXbd1lzYX',
  ttl_seconds: 900,
  prefill: { document_id: '70456123' },
  form_url: 'https://forms.service.example/0d9b3f52',
  country_code: 'PE',
  precandidate_status: 'CREATED',
  pipeline_name: 'peru_basic',
  email: 'ana@example.com',
  phone: '+51987654321',
  state: 'pending',
  type: 'precandidate.submitted',
  id: 'evt_Ews54ImyjAr0dwv8SSFxPedgkfc9Dxs4wBKJrnsUb48',
  last_outcome: null,
  next_at: null,
  ended_at: null,
  deleted: { forms: 1, events: 2 },
};

/** Bodies without declared members: their fields are the service's, or the form's. */
const OPEN_BODIES: Record<string, unknown> = {
  'POST /precandidate': {
    country_code: 'PE',
    pipeline_name: 'peru_basic',
    email: 'ana@example.com',
  },
  'POST /{country_code}/persons': { document_id: '70456123', pipeline: { name: 'peru_basic' } },
  'POST /precandidate/{person_id}/submission/{form_id}': {
    document_id: '70456123',
    city_locode: 'PE LIM',
  },
};

/** The page of all paths with their parameters, bodies, and responses, from `/openapi.json`. */
export function apiPage({ paths }: Api): string {
  const order = Object.keys(CALLERS);
  const operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/widget'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation,
        place: order.indexOf(operation.tags?.[0] ?? ''),
      })),
    );
  const sections = operations
    .toSorted((a, b) => a.place - b.place)
    .map(({ name, operation }) => section(name, operation));
  return `${HEAD}\n${sections.join('\n')}`;
}

const HEAD = `<!-- Written by npm run generate:docs from /openapi.json. -->
# Paths and fields
Each path of the proxy with its parameters, fields, and responses, as \`GET /openapi.json\` describes them. [HTTP API](http-api.md) explains how to use them. The values of the examples are made up.

An error is a [problem](problems.md): \`application/problem+json\` with \`type\`, \`title\`, and \`status\`.
`;

function section(name: string, operation: Operation): string {
  const { summary, tags = [], parameters = [], requestBody, responses } = operation;
  const callers = tags.map((tag) => CALLERS[tag] ?? tag).join(', or ');
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    // In code marks, because the site reads braces at the end of a heading as attributes.
    `## ${code(name)}`,
    `${summary}. Called by ${callers}.\n`,
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(body ? [bodyTable('Request', body), example(body)] : []),
    ...(name in OPEN_BODIES ? [`**Request**, for example\n\n${jsonBlock(OPEN_BODIES[name])}`] : []),
    responseTable(responses),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) => {
      const schema = content['application/json']?.schema;
      return schema?.properties || schema?.items
        ? [bodyTable(`Response ${status}`, schema), example(schema)]
        : [];
    }),
  ]
    .filter(Boolean)
    .join('\n');
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): string {
  return table(
    ['Parameter', 'In', 'Type', 'Required', 'Description'],
    parameters.map(({ name, in: place, schema, required = false, description }) => [
      code(name),
      place,
      typeOf(schema),
      required ? 'yes' : '',
      sentence(description ?? schema.description, schema),
    ]),
  );
}

function bodyTable(title: string, schema: Schema): string {
  const rows = (schema.anyOf ?? [schema]).flatMap((each) => fieldRows(each));
  if (rows.length === 0) return '';
  return `**${title}**\n\n${table(['Field', 'Type', 'Required', 'Description'], rows)}`;
}

/** A row for each field, those of nested objects and lists under their path: `deliveries[].id`. */
function fieldRows(schema: Schema, prefix = ''): string[][] {
  if (schema.items) return fieldRows(schema.items, `${prefix}[]${prefix === '' ? '.' : ''}`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix === '' || prefix.endsWith('.') ? prefix + name : `${prefix}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const about = sentence(member.description, member);
    return [
      [code(path), typeOf(member), isRequired ? 'yes' : '', about],
      ...fieldRows(member, path),
    ];
  });
}

function typeOf({ type, format, enum: values, anyOf, items }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (values) return values.map((value) => code(String(value))).join(', ');
  if (type === 'array') return items ? `list of ${typeOf(items)}` : 'list';
  if (type === undefined) return 'any';
  return format === undefined ? type : `${type}, ${format}`;
}

function sentence(about: string | undefined, schema: Schema): string {
  const { minimum, maximum, maxLength, maxItems, pattern, default: fallback } = schema;
  const number = (value: number) => value.toLocaleString('en-US');
  const limits = [
    ...(minimum !== undefined && maximum !== undefined
      ? [`${number(minimum)} to ${number(maximum)}`]
      : []),
    ...(maxLength === undefined ? [] : [`at most ${number(maxLength)} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${number(maxItems)}`]),
    ...(pattern === undefined ? [] : [`matches ${code(pattern)}`]),
    ...(fallback === undefined ? [] : [`default ${code(String(fallback))}`]),
  ].join('; ');
  return [about, limits].filter(Boolean).join('; ');
}

function responseTable(responses: Operation['responses']): string {
  return table(
    ['Status', 'Meaning'],
    Object.entries(responses).map(([status, { description, content = {} }]) => [
      status,
      'application/problem+json' in content
        ? description.split('; ').map(problemOf).join(', ')
        : successOf(status, description),
    ]),
  );
}

function successOf(status: string, description: string): string {
  if (description !== 'Default Response') return description;
  return status === '304' ? 'Unchanged since `If-None-Match`' : 'Success';
}

function problemOf(title: string): string {
  const found = Object.entries(PROBLEMS).find(([, problem]) => problem.title === title);
  return found ? code(found[0]) : title;
}

/** A block with a made-up body; nothing for one without declared members. */
function example(schema: Schema): string {
  const value = exampleOf(schema);
  if (value === undefined || JSON.stringify(value) === '{}') return '';
  return jsonBlock(value);
}

const jsonBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`;

function exampleOf(schema: Schema, name = ''): unknown {
  const { type, enum: values, anyOf, items, properties, format } = schema;
  if (values) return values[0];
  if (Object.hasOwn(EXAMPLES, name)) return EXAMPLES[name];
  if (anyOf) return exampleOf(anyOf[0] ?? {}, name);
  if (items) return [exampleOf(items)];
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([key, member]) => [key, exampleOf(member, key)]),
    );
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  // The service's times have no zone.
  if (/without zone|Same format/.test(schema.description ?? ''))
    return '2026-11-22T09:29:58.120000';
  if (format === 'date-time' || name.endsWith('_at')) return '2026-11-22T09:30:00.000Z';
  return type === 'string' ? '…' : {};
}

/** A bar inside a cell would end it. */
const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')}\n`;
}
