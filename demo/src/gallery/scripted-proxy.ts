import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  problem,
  type BrowserPrecandidate,
  type ProblemName,
  type Snapshot,
} from 'precandidate-contract';
import { SHORT_FORM } from './kinds.ts';
import type { Answer, Failure, Specimen } from './specimen.ts';

interface ScriptedRoute {
  Params: { name: string };
}

/** Where the scripted proxy of a specimen stands; the element's `proxy-url`. */
export const proxyOf = (name: string) => `/gallery/proxy/${name}/`;

/** 32 bytes, as base64url: what is typed in the gallery is nobody's. */
const DRAFT_KEY = 'A'.repeat(43);

/** A day, in seconds: whoever looks at the gallery has gone by then. */
const LONG = 86_400;

/**
 * The paths of the proxy that browsers use, with answers that are fixed for each specimen. It says
 * that no stream is free: the gallery shows more elements than a browser holds connections to one
 * host, and a stream from each of them would leave none for the rest.
 */
export function scriptedProxy(
  app: FastifyInstance,
  specimens: ReadonlyMap<string, Specimen>,
  cityLists: () => string,
): void {
  const on = (path: string, method: 'GET' | 'POST', answer: Scripted) =>
    app.route<ScriptedRoute>({
      method,
      url: proxyOf(':name') + path,
      handler: (request, reply) => {
        const specimen = specimens.get(request.params.name);
        return specimen === undefined
          ? refuse(reply, 'form-not-found')
          : answer(specimen, request, reply);
      },
    });

  on('bootstrap', 'POST', (specimen, _request, reply) => {
    const { answers, schema = SHORT_FORM } = specimen;
    if (answers?.bootstrap !== undefined) return fail(answers.bootstrap, reply);
    const snapshot = snapshotOf(specimen);
    return reply.send({ schema, snapshot, record: recordOf(specimen), fields: null });
  });
  on('precandidate/:person_id/draft-key/:form_id', 'GET', (_specimen, _request, reply) =>
    reply.send({ draft_keys: [DRAFT_KEY] }),
  );
  on('precandidate/:person_id/status/:form_id', 'GET', (specimen, request, reply) =>
    isStream(request)
      ? refuse(reply.header('retry-after', LONG), 'streams-exhausted')
      : reply.send(snapshotOf(specimen)),
  );
  on('precandidate/:person_id/submission/:form_id', 'POST', (specimen, _request, reply) => {
    const before = snapshotOf(specimen);
    const next = { ...before, revision: 2, attempt: before.attempt + 1 };
    return give(specimen.answers?.submission ?? SUBMITTED, next, reply.code(202));
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

const SUBMITTED: Partial<Snapshot> = { state: 'submitted', by: 'form' };

function isStream(request: FastifyRequest): boolean {
  return request.headers.accept === 'text/event-stream';
}

function give(answer: Answer, snapshot: Snapshot, reply: FastifyReply): FastifyReply {
  return typeof answer === 'object' ? reply.send({ ...snapshot, ...answer }) : fail(answer, reply);
}

function fail(answer: Failure, reply: FastifyReply): FastifyReply {
  if (answer !== 'silence' && answer !== 'hang-up') return refuse(reply, answer);
  reply.hijack();
  if (answer === 'hang-up') reply.raw.destroy();
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
