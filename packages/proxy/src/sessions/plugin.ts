import fp from 'fastify-plugin';
import {
  type Session,
  type SessionRequest,
  UI_SCHEMA_BYTES,
  type Violation,
} from 'precandidate-contract';
import { Type } from 'typebox';
import type { RevokedSessions } from '../auth/revocations.ts';
import { LONGEST_TTL_S } from '../auth/session-tokens.ts';
import type { App } from '../http/app-type.ts';
import { Identifier, SessionSchema } from '../http/route-schemas.ts';
import { isProblem, ProblemError } from '../shared/problem-error.ts';
import { withinTime } from '../shared/within-time.ts';
import { inexactNumbers } from '../validation/read-answers.ts';

/** Mints and revokes sessions for the portal's back end. `auth/` checks those of browsers. */
export const sessions = fp(
  async (app: App) => {
    app.register(mintRoute);
    app.register(revocationRoute);
  },
  { name: 'sessions', dependencies: ['auth', 'schemas', 'polling', 'bootstrap'] },
);

const RevocationBody = Type.Union([
  Type.Object({ session_id: Identifier }, { additionalProperties: false }),
  Type.Object({ person_id: Identifier, form_id: Identifier }, { additionalProperties: false }),
]);

/** `POST /sessions/revoke`: ends one session, or all sessions of a form. */
async function revocationRoute(app: App): Promise<void> {
  const { authenticate, revocations } = app;
  app.post(
    '/sessions/revoke',
    {
      onRequest: authenticate.backend,
      schema: {
        summary: 'Revoke a session, or all of one form',
        body: RevocationBody,
        returns: { 204: Type.Null() },
        problems: ['invalid-request'],
      },
    },
    async (request, reply) => {
      await revocations.revoke(request.body as RevokedSessions);
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
    ui_schema: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Titles, order, widgets, and steps, in RJSF’s vocabulary; at most 64 kB',
        },
      ),
    ),
    html: Type.Optional(Type.Boolean()),
    // `base64-value` of Content Security Policy Level 3.
    nonce: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/_-]+={0,2}$', maxLength: 200 })),
    ttl_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: LONGEST_TTL_S })),
  },
  { additionalProperties: false },
);

/** `POST /sessions`: a token for one form, for the candidate's page. */
async function mintRoute(app: App): Promise<void> {
  const mint = createSessionMinter(app);
  app.post(
    '/sessions',
    {
      onRequest: app.authenticate.backend,
      schema: {
        summary: 'Create a session for one form',
        body: SessionBody,
        returns: { 201: SessionSchema },
        problems: [
          'invalid-request',
          'origin-not-allowed',
          'prefill-invalid',
          'ui-schema-invalid',
          'form-not-found',
        ],
      },
    },
    async (request, reply) => {
      const body = request.body as SessionRequest;
      if (body.prefill !== undefined) assertExact(request.jsonText);
      if (body.ui_schema !== undefined) assertSize(body.ui_schema);
      return reply.code(201).send(await mint(body));
    },
  );
}

const PREFILL = '/prefill/';

/** A form would show a number with too many digits as another one. */
function assertExact(json: string): void {
  const errors = inexactNumbers(json)
    .filter(({ pointer }) => pointer.startsWith(PREFILL))
    .map(({ pointer, ...same }) => ({ pointer: pointer.slice(PREFILL.length - 1), ...same }));
  if (errors.length > 0) throw new ProblemError('prefill-invalid', { errors });
}

function assertSize(ui_schema: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(ui_schema));
  if (bytes <= UI_SCHEMA_BYTES) return;
  const detail = `has ${bytes} bytes as JSON; at most ${UI_SCHEMA_BYTES} are allowed`;
  const errors = [{ pointer: '', keyword: 'maxBytes', detail }];
  throw new ProblemError('ui-schema-invalid', { errors });
}

type MintParts = Pick<
  App,
  | 'tokens'
  | 'revocations'
  | 'schemas'
  | 'sessionData'
  | 'poller'
  | 'pollSchedule'
  | 'validator'
  | 'renderElement'
  | 'settings'
  | 'deadlineMs'
>;

const DEFAULT_TTL_S = 900;
const SERVICE_WITHIN_MS = 1_200;

/**
 * Mints sessions for the portal's back end. Waits at most {@link SERVICE_WITHIN_MS} for the service.
 * Without a response by then, the session has no `html`, and its prefill and `ui_schema` are checked
 * when the form opens. Rejects with `origin-not-allowed`, `prefill-invalid`, `ui-schema-invalid`, or
 * `form-not-found`.
 */
function createSessionMinter(parts: MintParts) {
  const { tokens, schemas, sessionData, poller, pollSchedule, renderElement, settings } = parts;
  const { validator } = parts;

  return async (request: SessionRequest): Promise<Session> => {
    const { person_id, form_id, origin, locale, ttl_seconds = DEFAULT_TTL_S } = request;
    const { prefill, ui_schema, html: isRendered = true, nonce } = request;
    if (origin !== undefined && !settings.ALLOWED_ORIGINS.includes(origin))
      throw new ProblemError('origin-not-allowed', { detail: 'It is not in ALLOWED_ORIGINS' });

    const endsAt = performance.now() + (parts.deadlineMs ?? SERVICE_WITHIN_MS);
    const leftMs = () => Math.max(endsAt - performance.now(), 0);
    await pollSchedule.remember(person_id);
    const hasData = prefill !== undefined || ui_schema !== undefined;
    const needsSchema = isRendered || hasData;
    const sanitized = needsSchema
      ? await ifAvailable(schemas.get({ person_id, form_id }), leftMs())
      : undefined;
    // A form that was polled before needs no call to the service.
    const form = needsSchema
      ? undefined
      : await ifAvailable(poller.findOrFetch(person_id, form_id), leftMs());
    if (sanitized && prefill) {
      const check = validator.checkPrefill(sanitized, prefill, person_id);
      await assertFits('prefill-invalid', check, leftMs());
    }
    // As checked, it names options by value: the service may put them in another order.
    let uiSchema = ui_schema;
    if (sanitized && ui_schema) {
      const check = validator.checkUiSchema(sanitized, ui_schema, person_id);
      const errors = check.then((checked) => {
        uiSchema = checked.uiSchema;
        return checked.errors;
      });
      await assertFits('ui-schema-invalid', errors, leftMs());
    }

    const granted = { person_id, form_id, origin, locale, has_data: hasData };
    const revokedAt = await parts.revocations.lastOf({ person_id, form_id });
    const { token, scope } = await tokens.mint(granted, ttl_seconds, revokedAt);
    if (hasData)
      await sessionData.put(scope, {
        ...(prefill && { prefill }),
        ...(uiSchema && { ui_schema: uiSchema }),
      });
    if (!form) await pollSchedule.keepPolling(person_id);
    const { session_id, expires_at } = scope;
    const session = { token, session_id, expires_at: new Date(expires_at).toISOString() };
    if (!isRendered || !sanitized) return session;
    const rendering = renderElement(token, scope, nonce);
    const html = await withinTime(rendering, leftMs()).catch(() => undefined);
    return { ...session, ...(html !== undefined && { html }) };
  };
}

/** Throws the problem if the check finds violations; one that does not end in time finds none. */
async function assertFits(
  problem: 'prefill-invalid' | 'ui-schema-invalid',
  check: Promise<readonly Violation[]>,
  ms: number,
): Promise<void> {
  const errors = (await withinTime(check, ms).catch(() => undefined)) ?? [];
  if (errors.length > 0) throw new ProblemError(problem, { errors: [...errors] });
}

/** `undefined` when the service is unavailable or too slow. Rejects with `form-not-found`. */
async function ifAvailable<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  try {
    return await withinTime(work, ms);
  } catch (error) {
    if (isProblem(error, 'form-not-found')) throw error;
    return undefined;
  }
}
