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
    onBackgroundError(error: unknown): void;
    /**
     * Longest time for one validation, one rendering, one send, and one read of the schema or record of
     * a form that a candidate waits for. `undefined`: the default of each. Tests set it, because a busy
     * machine can miss a default that suits production.
     */
    deadlineMs: number | undefined;
  }
}
