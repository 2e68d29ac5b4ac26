import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { marked } from 'marked';
import { Html } from '../views/html.ts';
import { hrPage } from '../views/layout.ts';

const DOCS_FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** The docs of this repository at `/docs/`: Markdown as pages, pictures and the rest as files. */
export function docsRoutes(app: FastifyInstance): void {
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const path = request.params['*'];
    if (!path.endsWith('.md')) return reply.sendFile(path, DOCS_FOLDER);
    const file = resolve(DOCS_FOLDER, path);
    if (!file.startsWith(DOCS_FOLDER)) return reply.callNotFound();
    const markdown = await readFile(file, 'utf8').catch(() => undefined);
    if (markdown === undefined) return reply.callNotFound();
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Docs';
    const content = new Html(`<article class="prose">${await marked(markdown)}</article>`);
    return reply.type('text/html').send(hrPage(title, content));
  });
}
