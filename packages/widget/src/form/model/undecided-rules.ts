import { type Decision, NO_BRANCH, type QuestionNode } from './question-node.ts';
import { isSchema, type Schema, type SchemaReader } from './schema.ts';

interface Undecided {
  schemas: SchemaReader;
  /** Of the form. */
  decided: QuestionNode['decided'];
  /** Whether a field has no answer yet, and may get one. */
  isOpen: (name: string) => boolean;
  /** Whether a choice between branches may still be made. */
  isOpenChoice: (name: string) => boolean;
}

/**
 * A form's schema without the rules that the answers to open questions may change: conditions that read them, and
 * branches that nothing has decided and that are about them.
 */
export function withoutUndecidedRules(form: Schema, undecided: Undecided): Schema {
  const { schemas, decided, isOpen, isOpenChoice } = undecided;
  const reads = (rule: Schema) => schemas.namesRead(rule).some(isOpen);
  const isUndecided = ({ index, by }: Decision) =>
    'choice' in by ? index === NO_BRANCH && isOpenChoice(by.choice) : isOpen(by.field);
  const drops = (keyword: 'anyOf' | 'oneOf', branches: unknown[]): boolean => {
    const decision = decided.get(branches);
    return decision ? isUndecided(decision) : reads({ [keyword]: branches });
  };
  const seen = new Set<unknown>();

  function strip(schema: unknown): unknown {
    if (!isSchema(schema) || seen.has(schema)) return schema;
    seen.add(schema);
    const { $ref, if: condition, then, else: otherwise, ...rest } = schema;
    const left: Schema = rest;
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = left[keyword];
      if (Array.isArray(branches) && drops(keyword, branches)) delete left[keyword];
    }
    for (const keyword of ['dependentSchemas', 'dependencies'])
      if (isSchema(left[keyword]))
        left[keyword] = Object.fromEntries(
          Object.entries(left[keyword]).map(([name, rule]) => [name, strip(rule)]),
        );
    const parts: unknown[] = Array.isArray(left['allOf']) ? left['allOf'] : [];
    const all = [...parts, ...($ref === undefined ? [] : [schemas.target(schema)])];
    if (all.length > 0) left['allOf'] = all.map(strip);
    if (!isSchema(condition) || reads(condition)) return left;
    return { ...left, if: condition, then: strip(then), else: strip(otherwise) };
  }

  return strip(form) as Schema;
}
