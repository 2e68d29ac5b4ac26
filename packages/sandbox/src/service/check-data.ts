import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FormSchema } from '../pipelines/pipeline.ts';
import type { FieldError } from '../sandbox-error.ts';

interface Finding {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

const OPTIONS: Options = { allErrors: true, logger: false, ownProperties: true, strict: false };

/**
 * What the data violates in the schema; empty when it is valid. A schema that cannot be compiled
 * (a control address may add any) checks nothing.
 */
export function checkData(schema: FormSchema, data: unknown): FieldError[] {
  const check = compile(schema);
  if (check === undefined || check(data)) return [];
  return ((check.errors ?? []) as Finding[]).filter(isOfField).map(toFieldError);
}

/** Each in an instance of its own: one remembers what it failed to compile, and takes it as good. */
function compile(schema: FormSchema) {
  const is2020 = String((schema as { $schema?: unknown }).$schema).includes('2020-12');
  const ajv = is2020 ? new Ajv2020(OPTIONS) : new Ajv(OPTIONS);
  try {
    addFormats.default(ajv);
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}

/** `if` only says that `then` or `else` failed, which have their own errors. */
function isOfField(finding: Finding): boolean {
  return finding.keyword !== 'if';
}

/** A validator's finding with the pointer of the field itself, missing or not. */
export function toFieldError(finding: Finding): FieldError {
  const missing = finding.params.missingProperty;
  const suffix = typeof missing === 'string' ? `/${escapeSegment(missing)}` : '';
  return {
    pointer: finding.instancePath + suffix,
    keyword: finding.keyword,
    message: finding.keyword === 'required' ? 'is required' : (finding.message ?? 'is not valid'),
  };
}

/** One segment of a JSON Pointer (RFC 6901). */
export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
