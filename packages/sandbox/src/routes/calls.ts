import type { FastifyInstance } from 'fastify';
import { SandboxError } from '../sandbox-error.ts';
import { checkData } from '../service/check-data.ts';
import { collect } from '../service/collect.ts';
import { parseSchema } from '../service/parse-schema.ts';
import { precandidateRecord } from '../service/precandidate-record.ts';
import { sampleValues } from '../service/sample-values.ts';
import type { Services } from '../services.ts';

/** `POST /calls/{precandidate_id}` plays the voice agent: the candidate answers on the phone. */
export async function callRoutes(
  app: FastifyInstance,
  { account, runner }: Services,
): Promise<void> {
  app.post<{ Params: { precandidate_id: string }; Body: Record<string, unknown> | undefined }>(
    '/:precandidate_id',
    { schema: { body: { type: ['object', 'null'] } } },
    async (request) => {
      const precandidate = account.precandidates.get(request.params.precandidate_id);
      if (precandidate === undefined) throw new SandboxError(404, 'Precandidate not found');
      const schema = parseSchema(precandidate.form_schema);
      const samples = sampleValues(schema, precandidate.country_code);
      const data = { ...samples, ...request.body };
      const errors = checkData(schema, data);
      if (errors.length > 0) throw new SandboxError(422, 'Validation failed', errors);
      const submitted = collect(account, runner, precandidate, data, 'phone');
      return precandidateRecord(submitted, account.origin);
    },
  );
}
