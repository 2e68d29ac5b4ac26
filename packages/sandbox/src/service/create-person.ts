import { SandboxError } from '../sandbox-error.ts';
import { timestampNow } from '../timestamp.ts';
import type { Account } from './account.ts';
import { documentIdOf } from './collect.ts';
import type { ReportRunner } from './report-runner.ts';

/** Body of the person creation, its shape already checked; other fields are kept by nobody. */
export interface PersonCreation {
  document_id?: string;
  pipeline: { name: string };
  webhook_url?: string;
  webhook_details?: boolean;
  webhook_headers?: Record<string, string>;
  custom_data?: unknown;
}

/** Creates a person and starts the reports. Returns `person_id`; fails with 404. */
export function createPerson(
  account: Account,
  runner: ReportRunner,
  country_code: string,
  creation: PersonCreation,
): string {
  const pipeline = account.pipelines.byName(creation.pipeline.name);
  if (pipeline === undefined) throw new SandboxError(404, 'Pipeline not found');
  const person_id = crypto.randomUUID();
  account.persons.insert({
    person_id,
    country_code: country_code.toUpperCase(),
    document_id: null,
    reports_enabled: pipeline.reports_enabled,
    custom_data: creation.custom_data ?? null,
    webhook: webhookOf(creation),
    created_at: timestampNow(),
  });
  runner.start(person_id, documentIdOf(creation));
  return person_id;
}

function webhookOf(creation: PersonCreation) {
  if (creation.webhook_url === undefined) return null;
  return {
    webhook_url: creation.webhook_url,
    webhook_headers: creation.webhook_headers ?? {},
    webhook_details: creation.webhook_details ?? false,
  };
}
