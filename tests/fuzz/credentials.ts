/** What opens the proxy that is fuzzed. None of it may come out again. */
export const ORIGIN = 'https://hr.example';
export const BACKEND_KEY = 'a-key-of-the-portals-back-end';
export const WEBHOOK_SECRET = 'a-secret-of-the-webhook';
