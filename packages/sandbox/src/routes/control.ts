import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { emptyDatabase } from '../store/open-database.ts';
import { outageControl } from './control-outage.ts';
import { accountControls } from './control-account.ts';
import { faultControls } from './control-faults.ts';
import { precandidateControls } from './control-precandidates.ts';
import { webhookControls } from './control-webhooks.ts';

/** The control addresses: for tests and the demo, without a key, met by no fault. */
export async function controlRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { account, faults, requests, runner } = services;
  await faultControls(app, services);
  await precandidateControls(app, services);
  await webhookControls(app, services);
  await accountControls(app, services);
  await outageControl(app);

  app.get('/requests', async () => requests);
  app.delete('/requests', async (_request, reply) => {
    requests.clear();
    return reply.code(204).send();
  });
  app.post('/reset', async (_request, reply) => {
    emptyDatabase(account.database);
    faults.clear();
    requests.clear();
    runner.wake();
    return reply.code(204).send();
  });
}
