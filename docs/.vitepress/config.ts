import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme, type MarkdownOptions } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { slugOf } from './slug.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = resolve(ROOT, 'docs');
const manifest = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
  version: string;
  repository: { url: string };
};
const REPOSITORY = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** The table of contents in `docs/index.md`, then what contributors need: the decisions in `docs/adr`. */
function readSidebar(): DefaultTheme.SidebarItem[] {
  const [, ...parts] = readFileSync(resolve(PAGES, 'index.md'), 'utf8').split(/^## /m);
  const sections = parts.map((part) => {
    const [text = ''] = part.split('\n');
    const links = [...part.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm)];
    return {
      text,
      items: links.map(([, title = '', page = '']) => ({ text: title, link: `/${page}` })),
    };
  });
  const decisions = readdirSync(resolve(PAGES, 'adr')).map((file) => {
    const [title = ''] = readFileSync(resolve(PAGES, 'adr', file), 'utf8').split('\n');
    return { text: title.replace('# ', ''), link: `/adr/${file.replace('.md', '')}` };
  });
  const guides = ['ARCHITECTURE', 'CONTRIBUTING'].map((file) => ({
    text: file.charAt(0) + file.slice(1).toLowerCase(),
    link: `${REPOSITORY}/blob/main/${file}.md`,
  }));
  const items = [...guides, { text: 'Decisions', collapsed: true, items: decisions }];
  return [...sections, { text: 'Contributors', collapsed: true, items }];
}

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Links to files outside `docs/` lead to the repository. */
function linkToRepository(markdown: MarkdownIt): void {
  markdown.core.ruler.push('link-to-repository', ({ tokens, env }) => {
    const page = (env as { path: string }).path;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href');
      if (token.type !== 'link_open' || href === null || /^([a-z]+:|#)/.test(href)) continue;
      const target = resolve(dirname(page), href);
      if (target.startsWith(PAGES) && !target.endsWith('.css')) continue;
      token.attrSet('href', `${REPOSITORY}/blob/main/${relative(ROOT, target)}`);
    }
  });
}

const sidebar = readSidebar();

export default defineConfig({
  outDir: resolve(PAGES, 'dist'),
  cacheDir: resolve(ROOT, '.build/docs'),
  title: 'precandidate-form',
  description: 'Collect a candidate’s missing data inside your own page',
  lang: 'en-US',
  cleanUrls: true,
  // The default theme's web font is not loaded: see theme/index.ts.
  markdown: {
    anchor: { slugify: slugOf },
    config: linkToRepository,
  },
  // `llms.txt`, and the Markdown of each page beside it: `/guides/react.md`.
  vite: { plugins: [llmstxt({ ignoreFiles: ['adr/*'] })] },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
    nav: sidebar.slice(0, -1).map(({ text = '', items = [] }) => ({
      text,
      link: items[0]?.link ?? '/',
      activeMatch: `^/${text.toLowerCase()}/`,
    })),
    footer: { message: `Version ${manifest.version}. MIT.` },
  },
});
