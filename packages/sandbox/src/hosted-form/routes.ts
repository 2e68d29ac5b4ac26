import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorResponse, SandboxError } from '../errors.ts';
import { checkData, collect } from '../precandidates/collect.ts';
import { schemaOf, type StoredPrecandidate } from '../precandidates/precandidate-store.ts';
import { parseFormBody, type FormBody } from './form-body.ts';
import type { Html } from './html.ts';
import { languageOf } from './messages.ts';
import { formPage, messagePage } from './page.ts';
import { FORM_CSS } from './styles.ts';

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

interface FormRequest {
  Params: { precandidate_id: string };
  Body: unknown;
}

/** The hosted form at `form_url`. It needs no key: the URL is the secret. */
export async function hostedFormRoutes(app: FastifyInstance): Promise<void> {
  const { sandbox } = app;
  const { precandidates } = sandbox;
  const find = (precandidate_id: string): StoredPrecandidate => {
    const precandidate = precandidates.get(precandidate_id);
    if (precandidate === undefined) throw new SandboxError(404, 'Precandidate form not found');
    return precandidate;
  };

  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorResponse(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (isJson(request)) return reply.code(status).headers(HEADERS).send(body);
    const { precandidate_id } = request.params as FormRequest['Params'];
    const lang = languageOf(precandidates.get(precandidate_id)?.country_code ?? '');
    return sendPage(reply, status, messagePage(lang, status));
  });

  app.get('/form.css', async (_request, reply) =>
    reply.header('cache-control', 'max-age=3600').type('text/css; charset=utf-8').send(FORM_CSS),
  );

  app.get<FormRequest>('/:precandidate_id', async ({ params }, reply) => {
    const precandidate = find(params.precandidate_id);
    const lang = languageOf(precandidate.country_code);
    const isSubmitted = precandidate.precandidate_status === 'SUBMITTED';
    const page = isSubmitted ? messagePage(lang, 200) : formPage(lang, schemaOf(precandidate));
    return sendPage(reply, 200, page);
  });

  app.post<FormRequest>('/:precandidate_id', async (request, reply) => {
    const precandidate = find(request.params.precandidate_id);
    precandidates.countPost(precandidate.precandidate_id);
    if (precandidate.precandidate_status === 'SUBMITTED') {
      throw new SandboxError(409, 'Form already submitted');
    }
    return isJson(request)
      ? submitJson(precandidate, request, reply)
      : submitPage(precandidate, request, reply);
  });

  function submitJson(
    precandidate: StoredPrecandidate,
    { body: data }: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const errors = checkData(schemaOf(precandidate), data);
    if (!isObject(data) || errors.length > 0) {
      throw new SandboxError(422, 'Validation failed', errors);
    }
    const submitted = collect(sandbox, precandidate, data, 'json');
    const { person_id, precandidate_id, precandidate_status, updated_at } = submitted;
    const body = { person_id, precandidate_id, precandidate_status, updated_at };
    return reply.code(200).headers(HEADERS).send(body);
  }

  function submitPage(
    precandidate: StoredPrecandidate,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const schema = schemaOf(precandidate);
    const data = parseFormBody(schema, (request.body ?? {}) as FormBody);
    const errors = checkData(schema, data);
    if (errors.length > 0) {
      const lang = languageOf(precandidate.country_code);
      return sendPage(reply, 422, formPage(lang, schema, data, errors));
    }
    collect(sandbox, precandidate, data, 'form');
    const path = `/forms/${precandidate.precandidate_id}`;
    return reply.headers(HEADERS).redirect(path, 303);
  }
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '');
}

function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(page.text);
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
