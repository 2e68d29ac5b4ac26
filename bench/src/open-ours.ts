import { PATHS, type Precandidate, type Session } from 'precandidate-contract';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import type { PageServer } from './serve-folder.ts';

const KEY = 'a-key-of-the-portals-back-end';

/** Puts our page on `server`, with a real proxy and sandbox behind it; answers what ends them. */
export async function openOurs(server: PageServer): Promise<() => Promise<void>> {
  const sandbox = await startSandbox();
  const proxy = await startProxy({
    UPSTREAM_URL: sandbox.apiUrl,
    UPSTREAM_API_KEY: sandbox.apiKey,
    BACKEND_KEYS: KEY,
    SESSION_SECRETS: 'a-secret-of-at-least-thirty-two-characters',
    ALLOWED_ORIGINS: server.url,
    DATA_DIR: ':memory:',
    PORT: '0',
    RATE_LIMIT: '100000',
    LOG_LEVEL: 'silent',
  });
  server.put('/ours.html', ourPage(proxy.url, await newSession(proxy.url, server.url)));
  return async () => {
    await proxy.close();
    await sandbox.close();
  };
}

async function newSession(proxyUrl: string, origin: string): Promise<string> {
  const creation = { country_code: 'PE', pipeline_name: 'peru_full', email: 'a@example.com' };
  const record = (await post(proxyUrl + PATHS.precandidates, creation)) as Precandidate;
  const { person_id, precandidate_id: form_id } = record;
  const request = { person_id, form_id, origin, ttl_seconds: 86_400 };
  return ((await post(proxyUrl + PATHS.sessions, request)) as Session).token;
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

function ourPage(proxyUrl: string, token: string): string {
  return `<!doctype html>
<html lang="es">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Completa tus datos</title>
  <script type="module" src="${proxyUrl}${PATHS.widget}"></script>
</head>
<body>
  <h1>Completa tus datos</h1>
  <precandidate-form session="${token}"></precandidate-form>
</body>
</html>`;
}
