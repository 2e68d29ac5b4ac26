import type { FastifyInstance } from 'fastify';
import { FAULT_KINDS, type Fault } from '../faults/fault.ts';
import type { Services } from '../services.ts';

const FAULT = {
  type: 'object',
  properties: {
    match: {
      type: 'object',
      properties: { method: { type: 'string' }, path: { type: 'string' } },
      additionalProperties: false,
    },
    kind: { enum: FAULT_KINDS },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: {},
    location: { type: 'string', minLength: 1 },
    delay_ms: { type: 'integer', minimum: 0 },
    retry_after_s: { type: 'integer', minimum: 0 },
    times: { type: 'integer', minimum: 0 },
    when: { enum: ['before', 'after'] },
  },
  required: ['kind'],
  additionalProperties: false,
};

/** Order faults, and take them back. */
export async function faultControls(app: FastifyInstance, { faults }: Services): Promise<void> {
  app.post<{ Body: Omit<Fault, 'match'> & Partial<Pick<Fault, 'match'>> }>(
    '/faults',
    { schema: { body: FAULT } },
    async (request, reply) => {
      faults.add({ match: {}, ...request.body });
      return reply.code(204).send();
    },
  );
  app.delete('/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
