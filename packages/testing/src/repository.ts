import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Paths of the docs and READMEs from the root. */
export const PAGES = globSync(
  ['*.md', 'docs/**/*.md', '{bench,deploy}/*.md', 'examples/**/*.md', 'packages/*/README.md'],
  {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/dist'],
  },
).toSorted();

/** A fenced block of a page. */
export interface Block {
  /** The word after the fence, for example `sh`; may be empty. */
  language: string;
  text: string;
}

/** The text of a file, by its path from the root; of a page with the files that it quotes. */
export function readPage(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return path.endsWith('.md') ? withQuotedFiles(text) : text;
}

/** `<<< @/../examples/html/portal.mjs`: the site shows the file there. A language may follow. */
const QUOTED_FILE = /^<<< @\/([\w./-]+?)(?:\{(\w+)\})?$/gm;
/** Extension → language of a block, where they differ. */
const LANGUAGES: Record<string, string> = { '.mjs': 'js', '.py': 'python' };

function withQuotedFiles(markdown: string): string {
  return markdown.replaceAll(QUOTED_FILE, (_, path: string, language?: string) => {
    const extension = extname(path);
    const text = readFileSync(join(ROOT, 'docs', path), 'utf8');
    const named = language ?? LANGUAGES[extension] ?? extension.slice(1);
    return `\`\`\`${named}\n${text}\`\`\``;
  });
}

const FENCE = /^( *)```(\w*).*\n([\s\S]*?)^\1```$/gm;

/** The fenced blocks of a page, in order; those of a list without their indentation. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(FENCE)].map(([, indent = '', language = '', text = '']) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** Addresses of the links and images of a page. */
export function linksOf(markdown: string): string[] {
  const prose = markdown.replace(FENCE, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);
}

/** The headings of a page, without their code marks and links. */
export function headingsOf(markdown: string): string[] {
  const prose = markdown.replace(FENCE, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text.replaceAll('`', '').replaceAll(/\[(.*?)\]\(.*?\)/g, '$1'),
  );
}

/** A link to a test file, with the titles of tests in it: `[…](../../tests/… "“…”, “…”")`. */
const NAMED_TESTS = /\]\(\.\.\/\.\.\/((?:tests|packages)\/[^ )]+)(?: "([^"]*)")?\)/g;

/** The tests that a table cell links to and that do not exist; their titles are in the title of the link. */
export function missingTests(cell: string): string[] {
  return [...cell.matchAll(NAMED_TESTS)].flatMap(([, file = '', titles = '']) => {
    if (!existsSync(join(ROOT, file))) return [file];
    return [...titles.matchAll(/“([^”]+)”/g)]
      .map(([, title = '']) => title)
      .filter((title) => !file.endsWith('.ts') || !readPage(file).includes(title))
      .map((title) => `“${title}” in ${file}`);
  });
}
