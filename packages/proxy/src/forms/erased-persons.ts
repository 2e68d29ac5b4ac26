import type { Statement } from '../db/database.ts';
import { listOf, sql } from '../db/sql-template.ts';
import { digest } from '../shared/digest.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** How an id may be written: a UUID has no case, so a webhook or an operator may write another one. */
export function spellingsOf(person_id: string): readonly string[] {
  if (!UUID.test(person_id)) return [person_id];
  return [...new Set([person_id, person_id.toLowerCase(), person_id.toUpperCase()])];
}

/** A digest, the same for each spelling: nothing else of an erased person stays. */
const subjectOf = (person_id: string): string =>
  digest('erased', UUID.test(person_id) ? person_id.toLowerCase() : person_id);

/**
 * For a transaction that stores what the service reports of a person. It runs before or after an erasure of the
 * person, never beside it: otherwise neither would see the rows of the other.
 */
export const erasureLock = subjectOf;

/** Stores that these persons were erased: what the service reports of them until then is not kept. */
export const storeErasures = (person_ids: readonly string[], expires_at: number): Statement =>
  sql`insert into erasures(subject, expires_at)
    select value, cast(${expires_at} as bigint)
    from json_array_elements_text(${[...new Set(person_ids.map(subjectOf))]}) where true
    on conflict(subject) do update set expires_at = excluded.expires_at`;

/** The condition that one of these persons was erased. */
export const isErased = (person_ids: readonly string[]): Statement =>
  sql`exists (select 1 from erasures where subject in ${listOf(person_ids.map(subjectOf))})`;
