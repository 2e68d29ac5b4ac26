import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer } from '../answer-errors.ts';
import { FORM_CSS } from '../hosted-form/form-css.ts';
import type { Html } from '../hosted-form/html.ts';
import { formPage, messagePage } from '../hosted-form/page.ts';
import { readFormBody, type FormBody } from '../hosted-form/read-form-body.ts';
import { languageOf } from '../hosted-form/words.ts';
import { SandboxError } from '../sandbox-error.ts';
import { checkData } from '../service/check-data.ts';
import { collect } from '../service/collect.ts';
import { parseSchema } from '../service/parse-schema.ts';
import type { Services } from '../services.ts';
import type { StoredPrecandidate } from '../store/precandidate-store.ts';

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

const isJson = (request: FastifyRequest) =>
  /^application\/json\b/i.test(request.headers['content-type'] ?? '');

function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(page.text);
}

/** The hosted form. Whoever knows the address may fill it in: no key is asked for. */
export async function formRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { account } = services;
  const find = (precandidate_id: string): StoredPrecandidate => {
    const precandidate = account.precandidates.get(precandidate_id);
    if (precandidate === undefined) throw new SandboxError(404, 'Precandidate form not found');
    return precandidate;
  };

  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorAnswer(error);
    if (status >= 500) request.log.error({ err: error }, 'a request failed');
    if (isJson(request)) return reply.code(status).headers(HEADERS).send(body);
    const lang = status === 404 ? 'en' : languageOf(countryOf(account, request));
    return sendPage(reply, status, messagePage(lang, status));
  });

  app.get('/form.css', async (_request, reply) =>
    reply.header('cache-control', 'max-age=3600').type('text/css; charset=utf-8').send(FORM_CSS),
  );

  app.get<FormRequest>('/:precandidate_id', async ({ params }, reply) => {
    const precandidate = find(params.precandidate_id);
    const lang = languageOf(precandidate.country_code);
    if (precandidate.precandidate_status === 'SUBMITTED') {
      return sendPage(reply, 200, messagePage(lang, 200));
    }
    return sendPage(reply, 200, formPage(lang, parseSchema(precandidate.form_schema)));
  });

  app.post<FormRequest>('/:precandidate_id', async (request, reply) => {
    const precandidate = find(request.params.precandidate_id);
    account.precandidates.countPost(precandidate.precandidate_id);
    if (precandidate.precandidate_status === 'SUBMITTED') {
      throw new SandboxError(409, 'Form already submitted');
    }
    return isJson(request)
      ? submitJson(services, precandidate, request, reply)
      : submitPage(services, precandidate, request, reply);
  });
}

function countryOf(account: Services['account'], request: FastifyRequest): string {
  const { precandidate_id } = request.params as FormRequest['Params'];
  return account.precandidates.get(precandidate_id)?.country_code ?? '';
}

function submitJson(
  { account, runner }: Services,
  precandidate: StoredPrecandidate,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const data = request.body;
  const errors = checkData(parseSchema(precandidate.form_schema), data);
  if (!isObject(data) || errors.length > 0) {
    throw new SandboxError(422, 'Validation failed', errors);
  }
  const submitted = collect(account, runner, precandidate, data, 'json');
  const { person_id, precandidate_id, precandidate_status, updated_at } = submitted;
  const body = { person_id, precandidate_id, precandidate_status, updated_at };
  return reply.code(200).headers(HEADERS).send(body);
}

function submitPage(
  { account, runner }: Services,
  precandidate: StoredPrecandidate,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const schema = parseSchema(precandidate.form_schema);
  const data = readFormBody(schema, (request.body ?? {}) as FormBody);
  const errors = checkData(schema, data);
  if (errors.length > 0) {
    const lang = languageOf(precandidate.country_code);
    return sendPage(reply, 422, formPage(lang, schema, data, errors));
  }
  collect(account, runner, precandidate, data, 'form');
  const address = `/forms/${precandidate.precandidate_id}`;
  return reply.headers(HEADERS).redirect(address, 303);
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
