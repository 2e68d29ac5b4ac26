import { readFileSync, writeFileSync } from 'node:fs';

const MANIFEST = new URL('dist/custom-elements.json', import.meta.url);
const DOCS = new URL('../../docs/reference/element.md', import.meta.url);
const TAG = 'precandidate-form';
const INTERFACE = 'PrecandidateFormElement';

/**
 * The content of `custom-elements.json`, by which editors complete attributes, events, parts, and custom
 * properties: the tables of `docs/reference/element.md`, whose names `npm run generate:docs` takes from the code.
 */
export function customElementsManifest() {
  const docs = readFileSync(DOCS, 'utf8');
  const rows = (title: string) => rowsOf(docs, title);
  const attributes = rows('Attribute').map(({ name, description }) => ({
    name,
    fieldName: name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    type: { text: name === 'required' ? 'boolean' : 'string' },
    description,
  }));
  const declaration = {
    kind: 'class',
    customElement: true,
    tagName: TAG,
    name: INTERFACE,
    superclass: { name: 'HTMLElement' },
    attributes,
    members: [
      ...attributes.map(({ name, fieldName, type, description }) => ({
        kind: 'field',
        name: fieldName,
        attribute: name,
        type,
        description,
      })),
      ...rows('Name').map(({ name, description }) => ({
        kind: name.endsWith('()') ? 'method' : 'field',
        name: name.replace('()', ''),
        description,
      })),
    ],
    events: rows('Event').map(({ name, description }) => ({
      name,
      type: { text: `PrecandidateFormEvents['${name}']` },
      description,
    })),
    cssStates: rows('State').map(({ name, description }) => ({ name, description })),
    cssParts: rows('Part').map(({ name, description }) => ({ name, description })),
    cssProperties: rows('Property').map(({ name, second, description }) => ({
      name,
      default: second,
      description,
    })),
  };
  const module = {
    kind: 'javascript-module',
    path: 'dist/types/index.d.ts',
    declarations: [declaration],
    exports: [{ kind: 'custom-element-definition', name: TAG, declaration: { name: INTERFACE } }],
  };
  return { schemaVersion: '1.0.0', modules: [module] };
}

/** The rows of the table whose head begins with `title`. */
function rowsOf(docs: string, title: string) {
  const [, table = ''] = docs.split(`\n| ${title} |`);
  const lines = (table.split('\n\n')[0] ?? '').split('\n');
  return lines
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const [, name = '', second = ''] = cells.map((cell) => cell.replaceAll('`', ''));
      // Without the targets of links, which are relative to the docs.
      const description = (cells.at(-2) ?? '').replaceAll(/\[(.+?)\]\(.+?\)/g, '$1');
      return { name, second, description };
    });
}

if (import.meta.main) writeFileSync(MANIFEST, JSON.stringify(customElementsManifest(), null, 2));
