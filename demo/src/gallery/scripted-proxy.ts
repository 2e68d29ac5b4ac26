import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  problem,
  type BrowserPrecandidate,
  type ProblemName,
  type Snapshot,
} from 'precandidate-contract';
import { SHORT_FORM } from './field-specimens.ts';
import type { Failure, ScriptedResponse, Specimen } from './specimen.ts';

/** The `proxy-url` of a specimen. */
export const proxyOf = (name: string) => `/gallery/proxy/${name}/`;

/** 32 bytes as base64url; nothing in the gallery is secret. */
const DRAFT_KEY = 'A'.repeat(43);

const ONE_DAY_S = 86_400;

/**
 * The browser paths of the proxy with fixed responses for each specimen. It refuses status streams:
 * the gallery has more elements than a browser opens connections to one host.
 */
export function scriptedProxy(
  app: FastifyInstance,
  specimens: ReadonlyMap<string, Specimen>,
  cityLists: () => string,
): void {
  const on = (path: string, method: 'GET' | 'POST', respond: Scripted) =>
    app.route<{ Params: { name: string } }>({
      method,
      url: proxyOf(':name') + path,
      handler: (request, reply) => {
        const specimen = specimens.get(request.params.name);
        return specimen === undefined
          ? refuse(reply, 'form-not-found')
          : respond(specimen, request, reply);
      },
    });

  on('bootstrap', 'POST', (specimen, _request, reply) => {
    const { responses, schema = SHORT_FORM, uiSchema } = specimen;
    if (responses?.bootstrap !== undefined) return fail(responses.bootstrap, reply);
    const snapshot = snapshotOf(specimen);
    return reply.send({
      schema,
      ...(uiSchema && { ui_schema: uiSchema }),
      schema_etag: null,
      snapshot,
      record: recordOf(specimen),
      fields: null,
      draft_keys: [DRAFT_KEY],
    });
  });
  on('precandidate/:person_id/status/:form_id', 'GET', (specimen, request, reply) =>
    request.headers.accept === 'text/event-stream'
      ? refuse(reply.header('retry-after', ONE_DAY_S), 'streams-exhausted')
      : reply.send(snapshotOf(specimen)),
  );
  on('precandidate/:person_id/submission/:form_id', 'POST', (specimen, _request, reply) => {
    const before = snapshotOf(specimen);
    const next = { ...before, revision: 2, attempt: before.attempt + 1 };
    const response = specimen.responses?.submission ?? SUBMITTED;
    return typeof response === 'object'
      ? reply.code(202).send({ ...next, ...response })
      : fail(response, reply);
  });
  app.get<{ Params: { country: string } }>(
    `${proxyOf(':name')}locodes/:country`,
    (request, reply) =>
      reply.redirect(`${cityLists()}/locodes/${encodeURIComponent(request.params.country)}`, 307),
  );
}

type Scripted = (
  specimen: Specimen,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

const SUBMITTED: ScriptedResponse = { state: 'submitted', by: 'form' };

function fail(failure: Failure, reply: FastifyReply): FastifyReply {
  if (failure !== 'stall' && failure !== 'reset') return refuse(reply, failure);
  reply.hijack();
  if (failure === 'reset') reply.raw.destroy();
  return reply;
}

function refuse(reply: FastifyReply, name: ProblemName): FastifyReply {
  const body = problem(name);
  if (body.status === 429) reply.header('retry-after', 60);
  return reply.code(body.status).type('application/problem+json').send(body);
}

function snapshotOf({ name = '', snapshot }: Partial<Specimen>): Snapshot {
  return {
    revision: 1,
    person_id: `person-${name}`,
    precandidate_id: name,
    precandidate_status: 'CREATED',
    updated_at: UPDATED,
    state: 'open',
    attempt: 0,
    by: null,
    channel: 'form',
    form_url: null,
    ...snapshot,
  };
}

const UPDATED = '2026-01-05T09:30:00.000000';

function recordOf({
  name,
  country_code = 'PE',
  pipeline_name = 'gallery',
}: Specimen): BrowserPrecandidate {
  return {
    person_id: `person-${name}`,
    precandidate_id: name,
    form_url: `https://forms.example/f/${name}`,
    reports_enabled: [],
    country_code,
    precandidate_status: 'CREATED',
    pipeline_id: 'gallery',
    pipeline_name,
    created_at: UPDATED,
    updated_at: UPDATED,
  };
}

/** An unsigned token with the claims of a session: enough for the element and the scripted proxy. */
export function unsignedSession(name: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { person_id: `person-${name}`, form_id: name, exp: 4_102_444_800 };
  return `${encode({ alg: 'none' })}.${encode(claims)}.unsigned`;
}
