/** Where a completion webhook goes, as JSON Schema properties. */
export const WEBHOOK_TARGET_PROPERTIES = {
  webhook_url: { type: 'string', format: 'uri', pattern: '^https?://' },
  webhook_details: { type: 'boolean' },
  webhook_headers: {
    type: 'object',
    propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
    additionalProperties: { type: 'string', pattern: '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$' },
  },
} as const;
