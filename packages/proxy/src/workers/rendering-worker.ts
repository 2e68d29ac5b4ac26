import { parentPort } from 'node:worker_threads';
import type { FormSchema } from 'precandidate-contract';
import type { FormServer } from 'precandidate-form/server';
import type { WorkerReply } from './worker-pool.ts';
import type { FormToRender } from './form-renderer.ts';

/** The thread that renders forms: a schema that never finishes harms only itself. */
const server = (await import(import.meta.resolve('precandidate-form/server'))) as FormServer;

const reply = (answer: WorkerReply<string>) => parentPort?.postMessage(answer, []);

parentPort?.on('message', ({ schema, ...form }: FormToRender) => {
  try {
    const html = server.renderFields({ ...form, schema: JSON.parse(schema) as FormSchema });
    reply({ kind: 'done', answer: html });
  } catch {
    reply({ kind: 'impossible' });
  }
});
reply({ kind: 'ready' });
