import fp from 'fastify-plugin';
import type { FormData, Session, SessionRequest } from 'precandidate-contract';
import { Type } from 'typebox';
import type { RevokedSessions } from '../auth/auth.ts';
import { LONGEST_TTL_S, prefillContext } from '../auth/session-tokens.ts';
import type { App } from '../plugins/app-type.ts';
import { Identifier, SessionSchema } from '../plugins/route-schemas.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { withinTime } from '../shared/within-time.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import { undeclaredFields } from '../validation/declared-fields.ts';

/** Sessions and their revocation. */
export const sessions = fp(
  async (app: App) => {
    mintSessionRoute(app);
    revokeSessionsRoute(app);
  },
  { name: 'sessions', dependencies: ['auth', 'schemas', 'status', 'bootstrap'] },
);

const RevocationBody = Type.Union([
  Type.Object({ session_id: Identifier }, { additionalProperties: false }),
  Type.Object({ person_id: Identifier, form_id: Identifier }, { additionalProperties: false }),
]);

/** `POST /sessions/revoke`: ends one session, or all sessions of a form. */
function revokeSessionsRoute(app: App): void {
  app.post(
    '/sessions/revoke',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary: 'Revoke a session, or all of one form',
        body: RevocationBody,
        returns: { 204: Type.Null() },
        problems: ['invalid-request'],
      },
    },
    async (request, reply) => {
      await app.revocations.revoke(request.body as RevokedSessions);
      return reply.code(204).send();
    },
  );
}

const SessionBody = Type.Object(
  {
    person_id: Identifier,
    form_id: Identifier,
    origin: Type.Optional(Type.String({ pattern: '^https?://[^/?#@\\s]+$', maxLength: 300 })),
    locale: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$', maxLength: 35 }),
    ),
    prefill: Type.Optional(Type.Object({}, { additionalProperties: true })),
    html: Type.Optional(Type.Boolean()),
    // `base64-value` of Content Security Policy Level 3.
    nonce: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/_-]+={0,2}$', maxLength: 200 })),
    ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: LONGEST_TTL_S })),
  },
  { additionalProperties: false },
);

/** `POST /sessions`: a token for one form, for the candidate's page. */
function mintSessionRoute(app: App): void {
  app.post(
    '/sessions',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary: 'Mint a session for one form',
        body: SessionBody,
        returns: { 201: SessionSchema },
        problems: ['invalid-request', 'origin-not-allowed', 'prefill-invalid', 'form-not-found'],
      },
    },
    async (request, reply) => {
      const session = await mintSession(app, request.body as SessionRequest);
      return reply.code(201).send(session);
    },
  );
}

/** What a new session needs of other features. */
type MintParts = Pick<
  App,
  | 'tokens'
  | 'schemas'
  | 'prefills'
  | 'sealer'
  | 'poller'
  | 'renderElement'
  | 'validator'
  | 'settings'
  | 'deadlineMs'
>;

const DEFAULT_TTL_S = 900;
const SERVICE_WITHIN_MS = 1_200;

/**
 * Mints a session for the portal's back end. Waits at most {@link SERVICE_WITHIN_MS} for the service.
 * Without a response by then, the session has no `html`, and its prefill is checked when the form
 * opens. Rejects with `origin-not-allowed`, `prefill-invalid`, or `form-not-found`.
 */
async function mintSession(parts: MintParts, request: SessionRequest): Promise<Session> {
  const { tokens, schemas, prefills, sealer, poller, renderElement } = parts;
  const { person_id, form_id, origin, locale, prefill, ttl_seconds = DEFAULT_TTL_S } = request;
  const { html: isRendered = true, nonce } = request;
  if (origin !== undefined && !parts.settings.ALLOWED_ORIGINS.includes(origin))
    throw new ProblemError('origin-not-allowed', { detail: 'It is not in ALLOWED_ORIGINS' });

  const endsAt = performance.now() + (parts.deadlineMs ?? SERVICE_WITHIN_MS);
  const leftMs = () => Math.max(endsAt - performance.now(), 0);
  const needsSchema = isRendered || prefill !== undefined;
  const sanitized = needsSchema
    ? await ifAvailable(schemas.get({ person_id, form_id }), leftMs())
    : undefined;
  // A form that was polled before needs no call to the service.
  const form = needsSchema
    ? undefined
    : await ifAvailable(poller.findOrFetch(person_id, form_id), leftMs());
  if (sanitized && prefill) await checkPrefill(parts, sanitized, { form_id, prefill }, leftMs());

  const prefilled = prefill !== undefined;
  const granted = { person_id, form_id, origin, locale, prefilled };
  const { token, scope } = await tokens.mint(granted, ttl_seconds);
  const { session_id, expires_at } = scope;
  if (prefill !== undefined) {
    const sealed = await sealer.seal(JSON.stringify(prefill), prefillContext(session_id));
    await prefills.put(scope, sealed);
  }
  if (!form) await poller.keepPolling(person_id);
  const session = { token, session_id, expires_at: new Date(expires_at).toISOString() };
  if (!isRendered || !sanitized) return session;
  const rendering = renderElement(token, scope, nonce);
  const html = await withinTime(rendering, leftMs()).catch(() => undefined);
  return { ...session, ...(html !== undefined && { html }) };
}

async function checkPrefill(
  { validator }: MintParts,
  sanitized: SanitizedSchema,
  { form_id, prefill }: { form_id: string; prefill: FormData },
  ms: number,
): Promise<void> {
  const check = validator.checkPrefill(sanitized, prefill, form_id).catch(() => []);
  const violations = (await withinTime(check, ms)) ?? [];
  const errors = [...undeclaredFields(sanitized.schema, prefill), ...violations];
  if (errors.length > 0) throw new ProblemError('prefill-invalid', { errors });
}

/** `undefined` when the service is unavailable or too slow. Rejects with `form-not-found`. */
async function ifAvailable<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  try {
    return await withinTime(work, ms);
  } catch (error) {
    if (error instanceof ProblemError && error.problemName === 'form-not-found') throw error;
    return undefined;
  }
}
