import type { Page } from 'playwright';

/** A precandidate as the sandbox keeps it. */
export interface Kept {
  precandidate_status: string;
  /** What was collected; `null` before. */
  data: Record<string, unknown> | null;
  collected_by: string | null;
  /** How often its form was posted. */
  form_posts: number;
}

/** The `precandidate_id` of the form that a candidate's page shows. */
export function formIdOf(page: Page): Promise<string> {
  return page.locator('precandidate-form').evaluate((element) => {
    const [, claims = ''] = (element.getAttribute('session') ?? '').split('.');
    const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as { form_id: string }).form_id;
  });
}

/** What the service has of a form. */
export async function keptByService(sandboxUrl: string, form_id: string): Promise<Kept> {
  const response = await fetch(`${sandboxUrl}/_control/precandidates/${form_id}`);
  return (await response.json()) as Kept;
}

/** Makes the service give a form any status. */
export async function setStatus(
  sandboxUrl: string,
  form_id: string,
  precandidate_status: string,
): Promise<void> {
  await fetch(`${sandboxUrl}/_control/precandidates/${form_id}/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ precandidate_status }),
  });
}

/** A candidate gives the data by phone. */
export async function completeCall(sandboxUrl: string, form_id: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/calls/${form_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
}
