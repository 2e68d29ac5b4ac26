import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Settings } from '../config/settings.ts';

/** Fastify that types its routes by their TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings;
    /** Where browsers and the service reach the proxy. */
    publicUrl(): string;
    /** Logs an error of background work. */
    onBackgroundError(error: unknown): void;
  }
}
