import type { FormData, Session, SessionRequest } from 'precandidate-contract';
import type { SessionTokens } from '../auth/session-tokens.ts';
import type { RenderElement } from '../bootstrap/rendered-element.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import type { Prefills } from '../schemas/prefills.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { withinTime } from '../shared/within-time.ts';
import type { StatusPoller } from '../status/poller.ts';
import { undeclaredFields } from '../validation/declared-fields.ts';
import type { FormValidator } from '../validation/form-validator.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';

interface MintParts {
  tokens: Pick<SessionTokens, 'mint'>;
  schemas: Pick<FormSchemas, 'get'>;
  prefills: Pick<Prefills, 'put'>;
  poller: Pick<StatusPoller, 'findOrFetch' | 'keepPolling' | 'remember'>;
  validator: Pick<FormValidator, 'checkPrefill'>;
  renderElement: RenderElement;
  allowedOrigins: readonly string[];
  /** How long to wait for the service; `undefined`: the default. */
  serviceWithinMs: number | undefined;
}

const DEFAULT_TTL_S = 900;
const SERVICE_WITHIN_MS = 1_200;

export type SessionMinter = ReturnType<typeof createSessionMinter>;

/**
 * Mints sessions for the portal's back end. Waits at most {@link SERVICE_WITHIN_MS} for the service.
 * Without a response by then, the session has no `html`, and its prefill is checked when the form
 * opens. Rejects with `origin-not-allowed`, `prefill-invalid`, or `form-not-found`.
 */
export function createSessionMinter(parts: MintParts) {
  const { tokens, schemas, prefills, poller, renderElement, allowedOrigins } = parts;

  return async (request: SessionRequest): Promise<Session> => {
    const { person_id, form_id, origin, locale, prefill, ttl_seconds = DEFAULT_TTL_S } = request;
    const { html: isRendered = true, nonce } = request;
    if (origin !== undefined && !allowedOrigins.includes(origin))
      throw new ProblemError('origin-not-allowed', { detail: 'It is not in ALLOWED_ORIGINS' });

    const endsAt = performance.now() + (parts.serviceWithinMs ?? SERVICE_WITHIN_MS);
    const leftMs = () => Math.max(endsAt - performance.now(), 0);
    await poller.remember(person_id);
    const needsSchema = isRendered || prefill !== undefined;
    const sanitized = needsSchema
      ? await ifAvailable(schemas.get({ person_id, form_id }), leftMs())
      : undefined;
    // A form that was polled before needs no call to the service.
    const form = needsSchema
      ? undefined
      : await ifAvailable(poller.findOrFetch(person_id, form_id), leftMs());
    if (sanitized && prefill) await checkPrefill(parts, sanitized, { form_id, prefill }, leftMs());

    const granted = { person_id, form_id, origin, locale, prefilled: prefill !== undefined };
    const { token, scope } = await tokens.mint(granted, ttl_seconds);
    if (prefill !== undefined) await prefills.put(scope, prefill);
    if (!form) await poller.keepPolling(person_id);
    const { session_id, expires_at } = scope;
    const session = { token, session_id, expires_at: new Date(expires_at).toISOString() };
    if (!isRendered || !sanitized) return session;
    const rendering = renderElement(token, scope, nonce);
    const html = await withinTime(rendering, leftMs()).catch(() => undefined);
    return { ...session, ...(html !== undefined && { html }) };
  };
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
