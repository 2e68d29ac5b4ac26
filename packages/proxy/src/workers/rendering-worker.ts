import { parentPort } from 'node:worker_threads';
import type { FormSchema } from 'precandidate-contract';
import type { FormServer } from 'precandidate-form/server';
import type { WorkerReply } from './worker-slot.ts';
import type { RenderingAnswer, RenderingJob } from './rendering-job.ts';

/** The thread that draws forms: a schema that cannot be drawn, or not in time, harms only itself. */
const server = (await import(import.meta.resolve('precandidate-form/server'))) as FormServer;

function answerTo(job: RenderingJob): RenderingAnswer {
  if (job.kind === 'words') return server.pageWords(job.locale);
  const form = { ...job, schema: JSON.parse(job.schema) as FormSchema };
  return 'entries' in form ? server.readPost(form) : server.drawFields(form);
}

function reply(answer: WorkerReply<RenderingAnswer>): void {
  parentPort?.postMessage(answer, []);
}

parentPort?.on('message', (job: RenderingJob) => {
  try {
    reply({ kind: 'done', answer: answerTo(job) });
  } catch {
    reply({ kind: 'impossible' });
  }
});
reply({ kind: 'ready' });
