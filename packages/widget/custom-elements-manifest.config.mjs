// `custom-elements.json`, by which editors complete attributes, events, parts, and custom properties.
// The analyzer reads the classes. Descriptions of attributes and members are in the interface
// `PrecandidateFormElement`, everything else is in the tables of `docs/reference/element.md`.
import { readFileSync } from 'node:fs';

const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { name: PACKAGE } = JSON.parse(read('package.json'));
const DOCS = read('../../docs/reference/element.md');
const TAG = 'precandidate-form';
const CLASS = 'PrecandidateForm';
const INTERFACE = 'PrecandidateFormElement';
/** Where the class's type comes from. */
const MODULE = 'dist/types/index.d.ts';

function publicInterface() {
  const documented = new Map();
  let summary = '';

  return {
    name: 'public-interface',
    analyzePhase({ ts, node }) {
      if (!ts.isInterfaceDeclaration(node) || node.name.text !== INTERFACE) return;
      summary = docOf(ts, node);
      for (const member of node.members)
        documented.set(member.name.getText(), {
          description: docOf(ts, member),
          text: member.type?.getText(),
          readonly:
            ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Readonly ? true : undefined,
        });
    },
    packageLinkPhase({ customElementsManifest }) {
      const declarations = customElementsManifest.modules.flatMap((each) => each.declarations);
      const element = declarations.find(({ name }) => name === CLASS);
      customElementsManifest.modules = [
        {
          kind: 'javascript-module',
          path: MODULE,
          declarations: [publicDeclaration(element, summary, documented)],
          exports: [
            {
              kind: 'custom-element-definition',
              name: TAG,
              declaration: { name: INTERFACE, package: PACKAGE },
            },
          ],
        },
      ];
    },
  };
}

/** The first paragraph of a doc comment. */
function docOf(ts, node) {
  const [comment] = node.jsDoc ?? [];
  const [paragraph] = (ts.getTextOfJSDocComment(comment?.comment) ?? '').split('\n\n');
  return paragraph.replace(/\s+/g, ' ').trim();
}

/** The rows of the table whose head begins with `title`; `more` gets the first two cells. */
function rowsOf(title, more = () => ({})) {
  const [, table = ''] = DOCS.split(`\n| ${title} |`);
  const rows = table
    .split('\n\n')[0]
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [name, second] = cells.map((cell) => cell.replaceAll('`', ''));
    const description = cells.at(-1).replace(/\[(.+?)\]\(.+?\)/g, '$1');
    return { name, ...more(name, second), description };
  });
}

function publicDeclaration(element, summary, documented) {
  const members = element.members
    .filter(({ name, static: isStatic }) => documented.has(name) && !isStatic)
    .map(({ inheritedFrom: _inherited, privacy: _privacy, ...member }) => {
      const { description, text, readonly } = documented.get(member.name);
      const type = member.kind === 'field' && text !== undefined ? { type: { text } } : {};
      return { ...member, ...type, ...(readonly && { readonly }), description };
    });
  const attributes = element.attributes.map(({ inheritedFrom: _inherited, ...attribute }) => ({
    ...attribute,
    description: documented
      .get(attribute.fieldName)
      .description.replace(/^Attribute `[\w-]+`: /, ''),
  }));
  return {
    kind: 'class',
    customElement: true,
    tagName: TAG,
    name: INTERFACE,
    superclass: { name: 'HTMLElement' },
    description: summary,
    attributes,
    members,
    events: rowsOf('event', (name) => ({ type: { text: `PrecandidateFormEvents['${name}']` } })),
    cssStates: rowsOf('state'),
    cssParts: rowsOf('part'),
    cssProperties: rowsOf('property', (_name, initial) => ({ default: initial })),
  };
}

export default {
  globs: ['src/index.ts', 'src/element/{precandidate-form,form-association}.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [publicInterface()],
};
