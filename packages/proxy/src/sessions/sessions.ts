import type { FormData, Session, SessionRequest, Violation } from 'precandidate-contract';
import type { App } from '../plugins/app-type.ts';
import { ProblemError } from '../shared/problem-error.ts';
import { withinTime } from '../shared/within-time.ts';
import type { SanitizedSchema } from '../validation/sanitize-schema.ts';
import { pickDeclaredFields } from '../validation/form-validator.ts';
import { childPointer } from '../validation/json-pointer.ts';
import { prefillContext } from '../auth/session-tokens.ts';

const DEFAULT_TTL_S = 900;
const SERVICE_WITHIN_MS = 1_200;

/**
 * Mints a session for the portal's back end. Waits at most {@link SERVICE_WITHIN_MS} for the service.
 * Without a response by then, the session has no `html`, and its prefill is checked when the form
 * opens. Rejects with `origin-not-allowed`, `prefill-invalid`, or `form-not-found`.
 */
export async function mintSession(app: App, request: SessionRequest): Promise<Session> {
  const { tokens, schemas, prefills, sealer, poller, renderElement } = app;
  const { person_id, form_id, origin, locale, prefill, ttl_seconds = DEFAULT_TTL_S } = request;
  const { html: isRendered = true, nonce } = request;
  if (origin !== undefined && !app.settings.ALLOWED_ORIGINS.includes(origin))
    throw new ProblemError('origin-not-allowed', { detail: 'It is not in ALLOWED_ORIGINS' });

  const endsAt = performance.now() + (app.deadlineMs ?? SERVICE_WITHIN_MS);
  const leftMs = () => Math.max(endsAt - performance.now(), 0);
  const needsSchema = isRendered || prefill !== undefined;
  const sanitized = needsSchema
    ? await ifAvailable(schemas.get(person_id, form_id), leftMs())
    : undefined;
  // A form that was polled before needs no call to the service.
  const form = needsSchema
    ? undefined
    : await ifAvailable(poller.findOrFetch(person_id, form_id), leftMs());
  if (sanitized && prefill) await checkPrefill(app, sanitized, { form_id, prefill }, leftMs());

  const prefilled = prefill !== undefined;
  const granted = { person_id, form_id, origin, locale, prefilled };
  const { token, scope } = await tokens.mint(granted, ttl_seconds);
  const { session_id, expires_at } = scope;
  if (prefill !== undefined) {
    const sealed = sealer.seal(prefill, prefillContext(session_id));
    await prefills.put(session_id, sealed, expires_at);
  }
  if (!form) await poller.keepPolling(person_id);
  const session = { token, session_id, expires_at: new Date(expires_at).toISOString() };
  if (!isRendered || !sanitized) return session;
  const rendering = renderElement(token, scope, nonce);
  const html = await withinTime(rendering, leftMs()).catch(() => undefined);
  return { ...session, ...(html !== undefined && { html }) };
}

async function checkPrefill(
  { validator }: App,
  sanitized: SanitizedSchema,
  { form_id, prefill }: { form_id: string; prefill: FormData },
  ms: number,
): Promise<void> {
  const check = validator.validate(sanitized, prefill, 'prefill', form_id).catch(() => []);
  const violations = (await withinTime(check, ms)) ?? [];
  const errors = [...unknownFields(sanitized, prefill), ...violations];
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

function unknownFields({ schema }: SanitizedSchema, prefill: FormData): Violation[] {
  const known = pickDeclaredFields(schema, prefill);
  return Object.keys(prefill)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({
      pointer: childPointer('', name),
      keyword: 'additionalProperties',
      detail: 'The form has no such field',
    }));
}
