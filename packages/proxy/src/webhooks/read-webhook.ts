/** What a webhook's bytes hold. */
export interface WebhookContent {
  /** The parsed JSON; `undefined` when the bytes are none. */
  value: unknown;
  /** The bytes as the members of an event that carry them, as JSON text without braces. */
  members: string;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON goes on as it came: parsed and written again, large numbers would differ. What is no JSON goes
 * on in base64, whole, for nobody but its receiver can tell what it is worth.
 */
export function readWebhook(bytes: Buffer): WebhookContent {
  try {
    const text = UTF8.decode(bytes);
    return { value: JSON.parse(text) as unknown, members: `"data":${text}` };
  } catch {
    return { value: undefined, members: `"data":null,"raw":"${bytes.toString('base64')}"` };
  }
}
