/** What opens the proxy that is fuzzed. None of it may come out again. */
export { BACKEND_KEY, ORIGIN } from '../stage/service.ts';
export const WEBHOOK_SECRET = 'a-secret-of-the-webhook';
