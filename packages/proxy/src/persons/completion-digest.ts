import { digest } from '../submissions/digest.ts';
import type { ServiceRecord } from '../status/records.ts';

/** What makes two tellings of a person's completion the same one, whoever told it. */
export function completionDigest(person_id: string, told: ServiceRecord): string {
  // Texts only: a value of another kind may be too deep to be written.
  const [status, updated_at] = [told['status'], told['updated_at']].map((value) =>
    typeof value === 'string' ? value : null,
  );
  return digest(person_id, JSON.stringify([status, updated_at]));
}
