import { isJsonObject } from '../shared/json.ts';
import { childPointer, refPointer } from './json-pointer.ts';
import { isTextList, type SchemaNode, schemaUnusable } from './schema-rules.ts';

/**
 * Throws where a closed object (`additionalProperties: false`) requires a name that it does not define:
 * it accepts no data, so the form could never be submitted. Looks only at schemas that apply to all data:
 * the root, and from there members of `allOf`, targets of `$ref`, and required fields that must be
 * objects. Elsewhere, the candidate may leave the field empty or choose another branch.
 *
 * @param nodes - every schema by its pointer; no `$ref` leads back to itself
 */
export function assertSatisfiable(
  nodes: ReadonlyMap<string, SchemaNode>,
  pointer = '',
  isForm = true,
): void {
  const node = nodes.get(pointer);
  if (!isJsonObject(node)) return;
  const target = typeof node['$ref'] === 'string' ? refPointer(node['$ref']) : undefined;
  // Draft-07 ignores what is beside a reference.
  if (target !== undefined) return assertSatisfiable(nodes, target, isForm);
  const { type, allOf, properties, patternProperties, additionalProperties, required } = node;
  const isObject = isForm || type === 'object';
  if (Array.isArray(allOf))
    for (const index of allOf.keys())
      assertSatisfiable(nodes, childPointer(childPointer(pointer, 'allOf'), index), isObject);
  if (!isObject || !isTextList(required)) return;
  // Patterns are left to the service: running one against a long name may take long.
  const isClosed = additionalProperties === false && patternProperties === undefined;
  for (const name of required)
    if (isJsonObject(properties) && Object.hasOwn(properties, name))
      assertSatisfiable(nodes, childPointer(childPointer(pointer, 'properties'), name), false);
    else if (isClosed)
      throw schemaUnusable(
        'requires a field that it does not allow',
        childPointer(pointer, 'required'),
      );
}
