import type { Stage } from './open-demo.ts';

/** Creates a candidate as HR's form does, without a window of HR's. Resolves to the portal's id. */
export async function newCandidate(
  { portal }: Pick<Stage, 'portal'>,
  pipeline_name = 'peru_basic',
): Promise<string> {
  const body = new URLSearchParams({
    name: 'Ana Quispe',
    pipeline_name,
    email: 'candidate@example.com',
    phone: '+51 999 888 777',
  });
  const response = await fetch(`${portal.url}/candidates`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  const address = response.headers.get('location');
  if (address === null) throw new Error(`the portal answered ${response.status}`);
  return address.split('/').at(-1) ?? '';
}
