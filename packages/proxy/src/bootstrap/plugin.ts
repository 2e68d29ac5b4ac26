import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { readFormSheet } from '../plugins/widget-files.ts';
import { createFormRenderer } from '../workers/form-renderer.ts';
import { bootstrapRoute, createBootstraps } from './bootstrap.ts';
import { createRenderedElement, type RenderedElement } from './rendered-element.ts';
import { createRenderedForms } from './rendered-forms.ts';

declare module 'fastify' {
  interface FastifyInstance {
    renderedElement: RenderedElement;
  }
}

/** Everything that opens a form: schema, status, record, and prerendered fields. */
export const bootstrap = fp(
  async (app: App) => {
    const channel = app.settings.SUBMISSION_CHANNEL;
    const renderer = createFormRenderer({ deadline_ms: app.workerDeadlineMs });
    const bootstraps = createBootstraps({
      schemas: app.schemas,
      poller: app.poller,
      rendered: createRenderedForms(renderer, app.metrics.formRendered),
      channel,
    });
    app.decorate(
      'renderedElement',
      createRenderedElement({
        bootstraps,
        channel,
        public_url: () => app.publicUrl().replace(/\/$/, ''),
        sheet: readFormSheet(),
      }),
    );
    app.register(async (scope: App) => {
      scope.addHook('preValidation', app.authenticate.sessionInBody);
      app.limitBrowsers(scope);
      bootstrapRoute(scope, { bootstraps });
    });
    app.addHook('onClose', () => renderer.close());
  },
  { name: 'bootstrap', dependencies: ['schemas', 'status'] },
);
