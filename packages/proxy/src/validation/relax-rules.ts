import type { SchemaDraft } from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { refPointer } from './json-pointer.ts';
import { mapSubschemas, type SchemaNode } from './schema-rules.ts';

/** A sanitized schema and what was dropped from it. */
export interface Relaxable {
  draft: SchemaDraft;
  /** Every schema by its pointer. */
  nodes: ReadonlyMap<string, SchemaNode>;
  /** Schemas that lost a rule, and so accept more than the service's. */
  loosened: ReadonlySet<SchemaNode>;
}

/**
 * Dropping a rule lets more data through, but not where more matches mean fewer valid answers: in a
 * branch of `oneOf`, under `not`, in an `if`, or in `contains` with a limit. There the rule around it
 * goes too: `oneOf` becomes `anyOf`, and a condition becomes a choice of its results. Changes the
 * schemas, which are our own copies.
 */
export function relaxRules({ draft, nodes, loosened }: Relaxable): void {
  if (loosened.size === 0) return;
  const known = new Map<SchemaNode, boolean>();

  /** Whether the schema, or one that it contains or refers to, lost a rule. */
  function isLoose(node: unknown): boolean {
    if (!isJsonObject(node)) return false;
    const before = known.get(node);
    if (before !== undefined) return before;
    // A schema that refers to itself is refused later.
    known.set(node, false);
    let isAnyLoose = loosened.has(node);
    mapSubschemas(node, draft, (below) => {
      isAnyLoose = isLoose(below) || isAnyLoose;
      return below;
    });
    const pointer = refPointer(String(node['$ref'] ?? ''));
    if (pointer !== undefined) isAnyLoose = isLoose(nodes.get(pointer)) || isAnyLoose;
    known.set(node, isAnyLoose);
    return isAnyLoose;
  }

  for (const node of nodes.values()) if (isJsonObject(node)) relax(node, isLoose);
}

function relax(node: Record<string, unknown>, isLoose: (below: unknown) => boolean): void {
  const { oneOf, if: condition, then = true, else: otherwise = true } = node;
  if (Array.isArray(oneOf) && oneOf.some(isLoose)) {
    delete node['oneOf'];
    addChoice(node, oneOf);
  }
  if (isLoose(node['not'])) delete node['not'];
  if (isLoose(condition)) {
    for (const keyword of ['if', 'then', 'else']) delete node[keyword];
    addChoice(node, [then, otherwise]);
  }
  if (isLoose(node['contains'])) delete node['maxContains'];
}

function addChoice(node: Record<string, unknown>, branches: readonly unknown[]): void {
  if (node['anyOf'] === undefined) node['anyOf'] = branches;
  else node['allOf'] = [...((node['allOf'] as unknown[] | undefined) ?? []), { anyOf: branches }];
}
