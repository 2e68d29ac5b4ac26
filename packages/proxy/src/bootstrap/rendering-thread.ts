import type { FormSchema, UiSchema } from 'precandidate-contract';
import type { FormServer } from 'precandidate-form/server';
import { serveTasks } from '../workers/worker-pool.ts';
import type { FormToRender } from './rendered-forms.ts';

/** The thread that renders forms: a schema that never finishes harms only itself. */
const server = (await import(import.meta.resolve('precandidate-form/server'))) as FormServer;

serveTasks(({ schema, uiSchema, ...form }: FormToRender) =>
  server.renderFields({
    ...form,
    schema: JSON.parse(schema) as FormSchema,
    ...(uiSchema !== undefined && { uiSchema: JSON.parse(uiSchema) as UiSchema }),
  }),
);
