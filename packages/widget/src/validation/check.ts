import type { CheckError } from './check-error.ts';
import { SchemaDocument } from './schema-document.ts';
import type { Schema, SchemaObject } from './schema.ts';
import { Walk } from './walk.ts';
import { withoutUndefined } from './without-undefined.ts';

const documents = new WeakMap<object, SchemaDocument>();

/**
 * Checks data against a schema by walking it: no code is generated, so any content security policy
 * will do. One field is checked by its own schema and value, with the whole schema as `root`.
 *
 * @param schema - the schema, or a part of `root`; not changed, and not to be changed afterwards
 * @param root - where `$ref` is resolved, and whose `$schema` names the draft
 * @returns every violation, shaped like AJV's errors and in its order; empty when the data is valid
 * @throws Error when the schema cannot be used (a dangling `$ref`, a broken pattern) or the check
 * would not end in time
 */
export function check(schema: object, data: unknown, root: object = schema): CheckError[] {
  const errors: CheckError[] = [];
  new Walk(documentOf(root), errors).judge(schema as Schema, withoutUndefined(data));
  return errors;
}

/** The verdict of {@link check} alone: stops at the first violation. Throws as `check` does. */
export function isValid(schema: object, data: unknown, root: object = schema): boolean {
  return new Walk(documentOf(root)).judge(schema as Schema, withoutUndefined(data));
}

function documentOf(root: object): SchemaDocument {
  const document = documents.get(root) ?? new SchemaDocument(root as SchemaObject);
  documents.set(root, document);
  return document;
}
