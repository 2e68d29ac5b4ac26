import { digest } from './digest.ts';
import type { ServiceRecord } from './service-record.ts';

/** What makes two tellings of a person's completion the same one, whoever told it. */
export function completionDigest(person_id: string, told: ServiceRecord): string {
  return digest(person_id, JSON.stringify([told['status'] ?? null, told['updated_at'] ?? null]));
}
