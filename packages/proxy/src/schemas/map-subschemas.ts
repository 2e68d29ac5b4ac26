import type { SchemaDraft } from 'precandidate-contract';
import { isJsonObject } from './is-json-object.ts';
import { SUBSCHEMAS } from './schema-keywords.ts';

type Schema = Record<string, unknown>;

/** A copy of one schema in which `change` has made another of each schema right below it. */
export function mapSubschemas(
  schema: Schema,
  draft: SchemaDraft,
  change: (below: unknown, keyword: string) => unknown,
): Schema {
  const shapes = SUBSCHEMAS[draft];
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const shape = Object.hasOwn(shapes, keyword) ? shapes[keyword] : undefined;
    if (shape === undefined) return [keyword, value];
    const changed = (below: unknown) => change(below, keyword);
    if (Array.isArray(value)) return [keyword, value.map(changed)];
    if (shape !== 'map' || !isJsonObject(value)) return [keyword, changed(value)];
    // A list in `dependencies` holds names.
    const members = Object.entries(value).map(([name, below]) => [
      name,
      Array.isArray(below) ? below : changed(below),
    ]);
    return [keyword, Object.fromEntries(members)];
  });
  return Object.fromEntries(entries) as Schema;
}
