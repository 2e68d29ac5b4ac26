import { globSync, readFileSync } from 'node:fs';
import { ELEMENT_STATES } from './src/submission/submission-progress.ts';

/** Members of the platform's fields, which `element.md` describes in a sentence. */
const OF_EVERY_FIELD =
  /^(?:form|type|validity|validationMessage|willValidate|checkValidity|reportValidity)\b/;

/** What `docs/reference/element.md` has a table of, besides the events. The code is their only source. */
export function elementNames() {
  const [, declared = ''] =
    /interface PrecandidateFormElement[^{]*\{\n(.*?)\n\}/s.exec(sources('index.ts')) ?? [];
  const members = [...declared.matchAll(/\/\*\*(.*?)\*\/\n {2}(?:readonly )?(\w+)(\()?/gs)].map(
    ([, doc = '', name = '', method]) => ({
      attribute: /Attribute `([\w-]+)`/.exec(doc)?.[1],
      name: method ? `${name}()` : name,
    }),
  );
  const parts = sources('{element,form,combobox}/**/*.{ts,tsx}').matchAll(
    /\bpart(?:="|', '|Element\(')([a-z-]+)["']/g,
  );
  return {
    attributes: members.flatMap(({ attribute = [] }) => attribute),
    members: members
      .filter(({ attribute, name }) => !attribute && !OF_EVERY_FIELD.test(name))
      .map(({ name }) => name),
    states: [...ELEMENT_STATES],
    parts: [...new Set([...parts].map(([, name = '']) => name))],
    customProperties: customProperties(),
  };
}

/**
 * Name → default. The first default counts: later ones are for browsers that cannot read it. `--_rem` is
 * our own name for the base size.
 */
function customProperties(): Map<string, string> {
  const used = sources('**/*.css').matchAll(/var\((--precandidate-[a-z-]+), (.+)\);/g);
  const defaults = new Map<string, string>();
  for (const [, name = '', fallback = ''] of used)
    if (!defaults.has(name))
      defaults.set(name, fallback.replaceAll('--_rem', '--precandidate-base-size'));
  return defaults;
}

function sources(pattern: string): string {
  const folder = new URL('src/', import.meta.url);
  const files = globSync(pattern, { cwd: folder }).sort();
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
}
