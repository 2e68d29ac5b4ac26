/** One field of the form: any JSON Schema. The service documents `type` and `description` only. */
export interface FieldSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  [keyword: string]: unknown;
}

/** Response of `GET /precandidate/{person_id}/schema/{form_id}`: a JSON-Schema-style object. */
export interface FormSchema {
  type: 'object';
  /** By field name, which can contain quotes, slashes, dots, and spaces. */
  properties: Record<string, FieldSchema | boolean>;
  /** Names of the required fields. */
  required?: string[];
  /**
   * Added by the proxy: names of the fields whose `default` is a prefilled value of the session.
   * Absent without any.
   */
  'x-prefilled'?: string[];
  /** Added by the proxy to a form with files: the size of a submission, in bytes. */
  'x-max-body-bytes'?: number;
  [keyword: string]: unknown;
}

/** A candidate's values by field name. */
export type FormData = Record<string, unknown>;

/** The supported drafts of JSON Schema. */
export type SchemaDraft = 'draft-07' | '2020-12';

/** The `$schema` of each draft. Schemas without one of these are read as draft-07. */
export const DRAFT_URIS: Readonly<Record<SchemaDraft, string>> = {
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** The draft of a `$schema`; `undefined` when it is not supported. */
export function namedDraft($schema: unknown): SchemaDraft | undefined {
  const bare = (uri: unknown) =>
    String(uri)
      .replace(/^https?:/, '')
      .replace(/#$/, '');
  const drafts = Object.keys(DRAFT_URIS) as SchemaDraft[];
  return drafts.find((draft) => bare(DRAFT_URIS[draft]) === bare($schema));
}

/** Keywords that do not restrict a constant further. */
const BESIDE_CONSTANT = new Set(['const', 'title', 'description', 'type', 'deprecated']);

/**
 * The values of a `oneOf` or `anyOf` of constants, which is an `enum` with titles: proxy and widget
 * validate it as one. `undefined` for other branches, and when a value repeats.
 */
export function constantsOf(branches: unknown): unknown[] | undefined {
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  if (!branches.every(isConstant)) return undefined;
  const values = branches.map((branch) => branch.const);
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return texts.size === values.length ? values : undefined;
}

function isConstant(branch: unknown): branch is { const: unknown; type?: unknown } {
  if (typeof branch !== 'object' || branch === null || !Object.hasOwn(branch, 'const'))
    return false;
  const { const: value, type } = branch as { const: unknown; type?: unknown };
  return (
    Object.keys(branch).every((keyword) => BESIDE_CONSTANT.has(keyword)) &&
    (type === undefined || isOfType(value, type))
  );
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}

/**
 * Whether a number is a multiple of another one, but for rounding: 0.07 is a multiple of 0.01, but not
 * exactly in binary. Proxy and widget validate with it. An infinite quotient counts as whole.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return !Number.isFinite(quotient) || Number.isInteger(Number(quotient.toPrecision(15)));
}
