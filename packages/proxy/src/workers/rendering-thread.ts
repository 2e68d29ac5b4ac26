import type { FormSchema } from 'precandidate-contract';
import type { FormServer } from 'precandidate-form/server';
import type { FormToRender } from './form-renderer.ts';
import { serveTasks } from './worker-pool.ts';

/** The thread that renders forms: a schema that never finishes harms only itself. */
const server = (await import(import.meta.resolve('precandidate-form/server'))) as FormServer;

serveTasks(({ schema, ...form }: FormToRender) =>
  server.renderFields({ ...form, schema: JSON.parse(schema) as FormSchema }),
);
