import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PATHS, type UiSchema } from 'precandidate-contract';
import { createPrecandidate, createSession, ProxyError } from '../backend/proxy.ts';
import type { PortalContext, PortalSettings } from '../portal-context.ts';
import { candidatePolicy } from '../routes/security.ts';
import { droppedRules } from './dropped-rules.ts';
import { languageIn, textsIn, tryPage, type Trial, type TryRequest } from './try-page.ts';

const COUNTRY = 'PE';

/** `/gallery/try`: paste a JSON Schema, see its form. */
export function trySchemaRoutes(app: FastifyInstance, { settings }: PortalContext): void {
  const show = async (request: FastifyRequest, reply: FastifyReply, given: TryRequest) => {
    const { proxyUrl } = settings;
    const origin = `${request.protocol}://${request.host}`;
    const trial = await tryOut(given, settings, origin);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', candidatePolicy(proxyUrl, nonce, false))
      .type('text/html')
      .send(tryPage({ request: given, trial, proxyUrl, nonce }));
  };
  app.get('/gallery/try', (request, reply) => show(request, reply, {}));
  app.post<{ Body: TryRequest | undefined }>('/gallery/try', (request, reply) =>
    show(request, reply, request.body ?? {}),
  );
}

async function tryOut(given: TryRequest, settings: PortalSettings, origin: string): Promise<Trial> {
  const { schema, uiSchema } = textsIn(given);
  try {
    const form = {
      form_schema: parseJson('JSON Schema', schema),
      ui_schema: parseJson('ui_schema', uiSchema) as UiSchema,
    };
    return await openForm(form, { settings, origin, locale: languageIn(given) });
  } catch (error) {
    if (error instanceof NotJson) return { kind: 'refused', problem: error.problem };
    if (error instanceof ProxyError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}

class NotJson extends Error {
  get problem() {
    return { title: 'This is not JSON', detail: this.message };
  }
}

function parseJson(box: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotJson(`${box}: ${(error as Error).message}.`);
  }
}

interface Environment {
  settings: PortalSettings;
  origin: string;
  locale: string;
}

interface GivenForm {
  form_schema: unknown;
  ui_schema: UiSchema;
}

/** Has the sandbox ask for this schema, and creates a session for the form. */
async function openForm(
  { form_schema, ui_schema }: GivenForm,
  environment: Environment,
): Promise<Trial> {
  const { settings, origin, locale } = environment;
  const { sandboxUrl, proxyUrl } = settings;
  const pipeline_name = `try-${randomUUID()}`;
  const added = await fetch(`${sandboxUrl}/_control/pipelines`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pipeline_name, country_code: COUNTRY, form_schema }),
  });
  if (!added.ok) {
    const detail = 'The schema of a form is a JSON object.';
    return { kind: 'refused', problem: { title: 'The sandbox refuses the schema', detail } };
  }
  const creation = { country_code: COUNTRY, pipeline_name, email: 'ana@example.com' };
  const { person_id, precandidate_id } = await createPrecandidate(settings, creation);
  const form = { person_id, form_id: precandidate_id, origin, locale, ui_schema, html: false };
  const { token } = await createSession(settings, form);
  const response = await fetch(proxyUrl + PATHS.schema(person_id, precandidate_id), {
    headers: { authorization: `Bearer ${token}`, origin },
  });
  const answer = (await response.json()) as { title: string; detail?: string };
  if (!response.ok) return { kind: 'refused', problem: answer };
  return {
    kind: 'opened',
    token,
    dropped: droppedRules(form_schema, answer),
    recordUrl: `${sandboxUrl}/_control/precandidates/${precandidate_id}`,
  };
}
