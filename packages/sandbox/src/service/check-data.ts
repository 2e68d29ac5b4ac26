import type { FastifyRequest } from 'fastify';
import type { FormSchema } from '../pipelines/pipeline.ts';
import type { FieldError } from '../sandbox-error.ts';

interface Finding {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/**
 * What the data violates in the schema; empty when it is valid. A schema that cannot be compiled
 * (a control address may add any) checks nothing.
 */
export function checkData(
  request: FastifyRequest,
  schema: FormSchema,
  data: unknown,
): FieldError[] {
  const check = compile(request, schema);
  if (check === undefined || check(data)) return [];
  return ((check.errors ?? []) as Finding[]).filter(isOfField).map(toFieldError);
}

function compile(request: FastifyRequest, schema: FormSchema) {
  try {
    return request.compileValidationSchema(schema);
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
