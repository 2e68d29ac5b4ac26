import type { Fault } from 'precandidate-sandbox';

/** Orders a fault from the sandbox at `url`. */
export async function orderFault(url: string, fault: Partial<Fault>): Promise<void> {
  const response = await fetch(`${url}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
}

/** Takes every fault away. */
export async function clearFaults(url: string): Promise<void> {
  await fetch(`${url}/_control/faults`, { method: 'DELETE' });
}
