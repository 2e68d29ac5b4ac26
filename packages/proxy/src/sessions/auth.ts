import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createSealer, type Sealer } from '../submissions/sealer.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { createSessionRevocations, type SessionRevocations } from './session-revocations.ts';
import { createSessionTokens, type SessionTokens } from './session-tokens.ts';

declare module 'fastify' {
  interface FastifyInstance {
    tokens: SessionTokens;
    revocations: SessionRevocations;
    authenticate: Authenticate;
    /** Encrypts stored personal data. */
    sealer: Sealer;
  }
}

/** Who may call what: the portal's back end by key, browsers by session token. */
export const auth = fp(
  async (app: App) => {
    const { settings, stores, onBackgroundError } = app;
    const isAlone = app.db.engine === 'sqlite';
    const tokens = await createSessionTokens(settings.SESSION_SECRETS);
    const revocations = createSessionRevocations(stores.revocations, onBackgroundError, isAlone);
    app.decorateRequest('session', null);
    app.decorate('tokens', tokens);
    app.decorate('revocations', revocations);
    app.decorate('authenticate', createAuthenticate(settings, { tokens, revocations }));
    app.decorate('sealer', createSealer(settings.SESSION_SECRETS));
    app.addHook('onReady', async () => revocations.start());
    app.addHook('onClose', () => revocations.stop());
  },
  { name: 'auth', dependencies: ['stores'] },
);
