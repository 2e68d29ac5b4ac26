import { SCHEMA_LIMITS } from './schema-limits.ts';
import { schemaUnusable } from './schema-unusable.ts';

/** Throws unless `source` is JSON within the limits. Iterative: no depth can end the stack. */
export function assertBoundedJson(source: unknown): void {
  const rest: { value: unknown; depth: number }[] = [{ value: source, depth: 0 }];
  let nodes = 0;
  let characters = 0;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    nodes += 1;
    if (nodes > SCHEMA_LIMITS.nodes) throw schemaUnusable('has too many parts');
    if (depth > SCHEMA_LIMITS.depth) throw schemaUnusable('is nested too deeply');
    characters += ownCharacters(value);
    if (characters > SCHEMA_LIMITS.characters) throw schemaUnusable('is too large');
    if (typeof value === 'object' && value !== null)
      for (const child of Object.values(value)) rest.push({ value: child, depth: depth + 1 });
  }
}

/** Characters that a value adds besides its children. */
function ownCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? value.length
      : Object.keys(value).reduce((sum, name) => sum + name.length, 0);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return 1;
  throw schemaUnusable('is not JSON');
}
