import { parentPort } from 'node:worker_threads';
import type { FormSchema } from 'precandidate-contract';
import type { FormServer } from 'precandidate-form/server';
import type { WorkerReply } from '../worker-slot.ts';
import type { DrawingJob } from './drawing-job.ts';

/** The thread that draws forms: a schema that cannot be drawn, or not in time, harms only itself. */
const server = (await import(import.meta.resolve('precandidate-form/server'))) as FormServer;

function draw({ schema, locale, country }: DrawingJob): WorkerReply<string> {
  try {
    const form = { schema: JSON.parse(schema) as FormSchema, locale, country };
    return { kind: 'done', answer: server.drawFields(form) };
  } catch {
    return { kind: 'impossible' };
  }
}

function reply(answer: WorkerReply<string>): void {
  parentPort?.postMessage(answer, []);
}

parentPort?.on('message', (job: DrawingJob) => reply(draw(job)));
reply({ kind: 'ready' });
