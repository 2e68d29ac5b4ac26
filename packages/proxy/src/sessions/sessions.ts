import type { Session, SessionRequest } from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { PrefillStore } from './prefill-store.ts';
import type { FormValidator } from '../submissions/form-validator.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import type { RenderedElement } from '../bootstrap/rendered-element.ts';
import type { Sealer } from '../submissions/sealer.ts';
import { prefillContext, type SessionTokens } from './session-tokens.ts';
import type { StatusPoller } from '../status/poller.ts';
import { withinTime } from '../submissions/within-time.ts';

/** Mints sessions for the portal's back end. */
export interface Sessions {
  /** Rejects with `origin-not-allowed`, `prefill-invalid`, or what asking the service gave. */
  mint(request: SessionRequest): Promise<Session>;
}

const DEFAULT_TTL_S = 900;
/** A slow service makes no slow session: the page draws its form itself then. */
const DRAWN_WITHIN_MS = 1_500;

export function createSessions(parts: {
  tokens: SessionTokens;
  schemas: FormSchemas;
  validator: FormValidator;
  prefills: PrefillStore;
  sealer: Sealer;
  poller: StatusPoller;
  element: RenderedElement;
  allowed_origins: readonly string[];
}): Sessions {
  const { tokens, schemas, validator, prefills, sealer, poller, element } = parts;

  async function checkPrefill({ person_id, form_id, prefill }: SessionRequest): Promise<void> {
    if (prefill === undefined) return;
    const schema = await schemas.get(person_id, form_id);
    const errors = await validator.validate(schema, prefill, 'prefill', form_id);
    if (errors.length > 0) throw new ProblemError('prefill-invalid', { errors });
  }

  return {
    async mint(request) {
      const { person_id, form_id, origin, locale, prefill, ttl_seconds = DEFAULT_TTL_S } = request;
      const { html: isDrawn = true, nonce } = request;
      if (origin !== undefined && !parts.allowed_origins.includes(origin))
        throw new ProblemError('origin-not-allowed', { detail: 'It is not in ALLOWED_ORIGINS' });
      await checkPrefill(request);
      const { token, scope } = await tokens.mint(
        {
          person_id,
          form_id,
          ...(origin !== undefined && { origin }),
          ...(locale !== undefined && { locale }),
          prefilled: prefill !== undefined,
        },
        ttl_seconds,
      );
      if (prefill !== undefined) {
        const sealed = sealer.seal(prefill, prefillContext(scope.session_id));
        await prefills.put(scope.session_id, sealed, scope.expires_at);
      }
      await poller.keepPolling(person_id);
      const { session_id, expires_at } = scope;
      const html = isDrawn
        ? await withinTime(element.render(token, scope, nonce), DRAWN_WITHIN_MS).catch(
            () => undefined,
          )
        : undefined;
      return {
        token,
        session_id,
        expires_at: new Date(expires_at).toISOString(),
        ...(html !== undefined && { html }),
      };
    },
  };
}
