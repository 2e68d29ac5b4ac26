import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Settings } from '../config/settings.ts';

/** Types a request by the schemas of its route. */
export interface TypeBoxTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

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
