import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The identifier of the request that is being answered, for calls made on its behalf: what we log
 * and what the service logs can be put side by side. Absent in background work.
 */
export const requestIds = new AsyncLocalStorage<string>();
