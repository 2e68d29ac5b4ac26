import type { Param, Statement } from './database.ts';

/** The text of each template without statements in it: it is always the same. */
const plainTexts = new WeakMap<TemplateStringsArray, string>();

/**
 * A statement with its values in place: sql`delete from jobs where key = ${key}`. A value that is a statement
 * itself becomes a part of it; {@link raw} is for names and other text of ours. Written for Postgres;
 * `sqlite-dialect.ts` adapts it to SQLite.
 */
export function sql(
  texts: TemplateStringsArray,
  ...values: readonly (Param | Statement)[]
): Statement {
  const plain = values.filter((value): value is Param => !isStatement(value));
  if (plain.length === values.length) {
    const text =
      plainTexts.get(texts) ?? String.raw({ raw: texts }, ...plain.map((_, at) => `$${at + 1}`));
    plainTexts.set(texts, text);
    return { sql: text, params: plain };
  }
  const params: Param[] = [];
  const parts = values.map((value, index) => `${textOf(value, params)}${texts[index + 1]}`);
  return { sql: [texts[0], ...parts].join(''), params };
}

/** A part of a statement that is text of ours, never a value from outside. */
export const raw = (text: string): Statement => ({ sql: text, params: [] });

/** The texts of a list, as in sql`key in ${listOf(keys)}`: one statement serves lists of any length. */
export const listOf = (texts: readonly string[]): Statement =>
  sql`(select value from json_array_elements_text(${texts}))`;

/** Parts of a statement with the same text between them. */
export function joined(parts: readonly Statement[], between: string): Statement {
  return parts.reduce((all, part) => sql`${all}${raw(between)}${part}`);
}

/** Appends the value to the parameters; returns its place in the text. */
function textOf(value: Param | Statement, params: Param[]): string {
  if (!isStatement(value)) return `$${params.push(value)}`;
  const before = params.length;
  params.push(...value.params);
  return value.sql.replace(/\$(\d+)/g, (_place, number) => `$${Number(number) + before}`);
}

function isStatement(value: Param | Statement): value is Statement {
  return typeof value === 'object' && value !== null && 'sql' in value;
}
