import { canonical } from '../../validation/json.ts';
import type { Schema } from './schema.ts';

/** What a branch of a `oneOf` or `anyOf` can be recognized by. */
export interface BranchFeatures {
  schema: Schema;
  /** The branch's only value, and the only values of its fields by name: as no translation changes them. */
  constants: readonly (readonly [name: string, value: unknown])[];
  /** Names of its fields, with their titles. */
  fields: readonly string[];
}

/**
 * A short text for each branch, which no other branch of the list has. It names the branch by what it is, so
 * that it stays the same when the service adds branches, puts them in another order, or translates their
 * titles: by its constants, else by its title, else by its fields. Where other branches have the same, the
 * next of these is added, and at last a hash of the schema.
 */
export function branchIds(branches: readonly BranchFeatures[]): string[] {
  const names = branches.map(namesOf);
  const startOf = (own: readonly string[], count: number) => own.slice(0, count).join(' | ');
  const ids = names.map((own) => {
    const isUnique = (count: number) =>
      names.filter((other) => startOf(other, count) === startOf(own, count)).length === 1;
    const count = own.findIndex((_name, index) => isUnique(index + 1)) + 1;
    return startOf(own, count || own.length);
  });
  return ids.map((id, index) => {
    const before = ids.slice(0, index).filter((other) => other === id).length;
    return before === 0 ? id : `${id} | ${before + 1}`;
  });
}

/** Names of one branch, the most lasting first. */
function namesOf({ schema, constants, fields }: BranchFeatures): string[] {
  const { title } = schema;
  const texts = constants.map(([name, value]) => `${name}=${canonical(value)}`);
  return [
    texts.sort().join('&'),
    typeof title === 'string' ? title : '',
    fields.toSorted().join(', '),
    hashOf(canonical(schema)),
  ].filter((name) => name !== '');
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(36);
}
