import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { marked } from 'marked';
import { html, Html } from '../views/html.ts';
import { hrPage } from '../views/layout.ts';

const DOCS_FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** The docs of this repository at `/docs/`: Markdown as pages, pictures and the rest as files. */
export function docsRoutes(app: FastifyInstance): void {
  app.get('/docs', (_request, reply) => reply.redirect('/docs/'));
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const path = request.params['*'] || 'index.md';
    if (!path.endsWith('.md')) return reply.sendFile(path, DOCS_FOLDER);
    const file = resolve(DOCS_FOLDER, path);
    if (!file.startsWith(DOCS_FOLDER)) return reply.callNotFound();
    const markdown = await readFile(file, 'utf8').catch(() => undefined);
    if (markdown === undefined) return reply.callNotFound();
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? 'Docs';
    const page = new Html(withOwnLinks(await marked(withQuotedFiles(markdown)), path));
    const content = html`<div class="docs">${await contents(path)}<article class="prose">${page}</article></div>`;
    return reply.type('text/html').send(hrPage(title, content));
  });
}

/** `<<< @/../examples/html/portal.mjs`: as in the site, the page shows the file there. */
const QUOTED_FILE = /^<<< @\/([\w./-]+?)(?:\{\w+\})?$/gm;

function withQuotedFiles(markdown: string): string {
  return markdown.replaceAll(QUOTED_FILE, (_, path: string) => {
    const text = readFileSync(resolve(DOCS_FOLDER, path), 'utf8');
    return `\`\`\`${extname(path).slice(1)}\n${text}\`\`\``;
  });
}

/** Files outside the docs have no address here: a link to one becomes its text. */
function withOwnLinks(page: string, path: string): string {
  return page.replaceAll(
    /<a href="(\.\.\/[^"]*)"[^>]*>(.*?)<\/a>/gs,
    (link, href: string, text: string) =>
      resolve(DOCS_FOLDER, dirname(path), href).startsWith(DOCS_FOLDER) ? link : text,
  );
}

/** The table of contents in `docs/index.md`. */
async function contents(current: string): Promise<Html> {
  const [, ...parts] = (await readFile(`${DOCS_FOLDER}index.md`, 'utf8')).split(/^## /m);
  const sections = parts.map((part) => {
    const [title] = part.split('\n');
    const links = [...part.matchAll(/^- \[(.+?)\]\((.+?)\)/gm)].map(
      ([, text, path]) =>
        html`<li><a href="/docs/${path}" ${path === current && html`aria-current="page"`}>${text}</a></li>`,
    );
    return html`<h2>${title}</h2><ul>${links}</ul>`;
  });
  return html`<nav class="contents" aria-label="Docs"><details><summary>All pages</summary>${sections}</details></nav>`;
}
