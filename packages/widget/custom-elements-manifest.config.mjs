// `custom-elements.json`, by which editors complete attributes, events, parts, and custom properties.
// The analyzer reads the classes; what a page may use of them, and how it is described, is in the
// interface `PrecandidateFormElement`.
import { readFileSync } from 'node:fs';

const { name: PACKAGE } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
const TAG = 'precandidate-form';
const CLASS = 'PrecandidateForm';
const INTERFACE = 'PrecandidateFormElement';
/** Where the class's type comes from. */
const MODULE = 'dist/types/index.d.ts';

/** JSDoc tag of the interface → the member of the manifest, and what a tag adds to it. */
const TAGS = {
  fires: {
    list: 'events',
    extra: (name) => ({ type: { text: `PrecandidateFormEvents['${name}']` } }),
  },
  csspart: { list: 'cssParts' },
  cssprop: { list: 'cssProperties' },
  cssState: { list: 'cssStates' },
};

function publicInterface() {
  const documented = new Map();
  const described = {};
  let summary = '';

  return {
    name: 'public-interface',
    analyzePhase({ ts, node }) {
      if (!ts.isInterfaceDeclaration(node) || node.name.text !== INTERFACE) return;
      summary = docOf(ts, node);
      for (const tag of ts.getJSDocTags(node)) addTag(described, tag, ts);
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
          declarations: [publicDeclaration(element, { summary, documented, described })],
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

/** `@cssprop [--name=default] - description`; a default may contain brackets. */
function addTag(described, tag, ts) {
  const rule = TAGS[tag.tagName.text];
  if (rule === undefined) return;
  const text = (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/\s+/g, ' ').trim();
  const [, head = '', description = ''] = /^(.+?) - (.+)$/.exec(text) ?? [];
  const [, name = head, initial] = /^\[([\w-]+)=(.+)\]$/.exec(head) ?? [];
  (described[rule.list] ??= []).push({
    name,
    ...(initial !== undefined && { default: initial }),
    description,
    ...rule.extra?.(name),
  });
}

function publicDeclaration(element, { summary, documented, described }) {
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
    ...described,
  };
}

export default {
  globs: ['src/index.ts', 'src/element/{precandidate-form,form-association}.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [publicInterface()],
};
