import type { Page } from 'playwright';
import type { Fault } from 'precandidate-sandbox';

/** A precandidate as the service stores it. */
export interface ServiceRecord {
  precandidate_status: string;
  /** The submitted data; `null` before. */
  data: Record<string, unknown> | null;
  collected_by: string | null;
  /** Number of posts of its form. */
  form_posts: number;
}

/** The session of a candidate's page, and the person and form that it names. */
async function sessionOf(page: Page) {
  const token = (await page.locator('precandidate-form').getAttribute('session')) ?? '';
  const [, claims = ''] = token.split('.');
  const text = Buffer.from(claims, 'base64url').toString();
  return { token, ...(JSON.parse(text) as { person_id: string; form_id: string }) };
}

/** The `precandidate_id` of the form that a candidate's page shows. */
export async function formIdOf(page: Page): Promise<string> {
  return (await sessionOf(page)).form_id;
}

export async function serviceRecord(sandboxUrl: string, form_id: string): Promise<ServiceRecord> {
  const response = await fetch(`${sandboxUrl}/_control/precandidates/${form_id}`);
  return (await response.json()) as ServiceRecord;
}

/** Sets any status at the service. */
export const setStatus = (url: string, form_id: string, precandidate_status: string) =>
  post(`${url}/_control/precandidates/${form_id}/status`, { precandidate_status });

/** How long the reports of further persons take. */
export const setReportDelay = (url: string, delay_ms: number) =>
  post(`${url}/_control/report-delay`, { delay_ms });

/** Completes the form by phone. */
export const completeCall = (url: string, form_id: string) => post(`${url}/calls/${form_id}`, {});

/** Adds a fault to the sandbox at `url`. */
export const addFault = (url: string, fault: Partial<Fault>) =>
  post(`${url}/_control/faults`, fault);

/** Adds a pipeline, whose forms have its `form_schema`. */
export const addPipeline = (url: string, pipeline: object) =>
  post(`${url}/_control/pipelines`, pipeline);

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}

/** Removes all faults. */
export async function clearFaults(url: string): Promise<void> {
  await fetch(`${url}/_control/faults`, { method: 'DELETE' });
}

/** `<method> <route>` → number of requests to the sandbox at `url`. */
export async function serviceRequests(url: string): Promise<Record<string, number>> {
  const response = await fetch(`${url}/_control/requests`);
  return ((await response.json()) as { counts: Record<string, number> }).counts;
}
