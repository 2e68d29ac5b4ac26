import { after, before } from 'node:test';
import { startProxy, type Proxy } from 'precandidate-proxy';
import { startSandbox, type Sandbox } from 'precandidate-sandbox';

/** Settings of a proxy that is right in everything. */
export const BACKEND_KEY = 'a-key-of-the-portals-back-end';
export const ORIGIN = 'https://hr.example';
export function proxySettings(sandbox: Sandbox): Record<string, string> {
  return {
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    BACKEND_KEYS: BACKEND_KEY,
    SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
    WEBHOOK_SECRETS: 'a-secret-of-the-webhook',
    ALLOWED_ORIGINS: ORIGIN,
    DATA_DIR: ':memory:',
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
}

/** Sandbox and proxy, with settings besides, for the tests of one file or suite. */
export function openService(env: Record<string, string> = {}): { sandbox: Sandbox; proxy: Proxy } {
  const service = {} as { sandbox: Sandbox; proxy: Proxy };
  before(async () => {
    service.sandbox = await startSandbox();
    service.proxy = await startProxy({ ...proxySettings(service.sandbox), ...env });
  });
  after(async () => {
    await service.proxy.close();
    await service.sandbox.close();
  });
  return service;
}
