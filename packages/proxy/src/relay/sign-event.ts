import { createHmac } from 'node:crypto';

/** The three headers of Standard Webhooks over the bytes that are sent; one signature for each live secret. */
export function signEvent(
  secrets: readonly string[],
  event: { id: string; body: string },
  timestamp_s: number,
): Record<string, string> {
  const signed = `${event.id}.${timestamp_s}.${event.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signatures.join(' '),
  };
}
