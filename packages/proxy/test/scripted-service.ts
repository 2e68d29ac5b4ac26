import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A service that answers as a test says: for what the sandbox, being well-behaved, never does. */
export async function startScriptedService(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ apiUrl: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`, requests };
}

/** A record as the interface shows it. */
export function recordOf(person_id: string, status = 'CREATED') {
  return {
    person_id,
    precandidate_id: `form-${person_id}`,
    form_url: 'https://forms.example/x',
    country_code: 'PE',
    precandidate_status: status,
    updated_at: status === 'CREATED' ? '2026-01-01T00:00:00.000000' : '2026-01-02T00:00:00.000000',
  };
}
