import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customElementsManifest } from '../custom-elements.ts';

interface Named {
  name: string;
  description: string;
  default?: string;
  fieldName?: string;
  kind?: string;
}
interface Declaration {
  tagName: string;
  attributes: Named[];
  members: Named[];
  events: Named[];
  cssParts: Named[];
  cssProperties: Named[];
  cssStates: Named[];
}

// Its tables come from docs/reference/element.md, whose names come from the code.
const manifest: { modules: { declarations: Declaration[] }[] } = customElementsManifest();
const element = manifest.modules[0]?.declarations[0] ?? assert.fail('no declaration');
const namesOf = (list: Exclude<keyof Declaration, 'tagName'>) =>
  element[list].map(({ name }) => name).toSorted();

test('the manifest has each attribute as a property, the other properties, and the methods', () => {
  const sessionUrl = element.attributes.find(({ name }) => name === 'session-url');
  assert.equal(sessionUrl?.fieldName, 'sessionUrl');
  assert.ok(namesOf('members').includes('sessionUrl'));
  const kinds = new Map(element.members.map(({ name, kind }) => [name, kind]));
  assert.equal(kinds.get('fetchSession'), 'field');
  assert.equal(kinds.get('submit'), 'method');
});

test('everything in the manifest has a description', () => {
  for (const list of [
    'attributes',
    'members',
    'events',
    'cssStates',
    'cssParts',
    'cssProperties',
  ] as const) {
    assert.ok(element[list].length > 0, list);
    for (const { name, description } of element[list]) assert.ok(description, name);
  }
});

test('custom properties have defaults', () => {
  const gap = element.cssProperties.find(({ name }) => name === '--precandidate-gap');
  assert.equal(gap?.default, 'calc(1.5 * var(--precandidate-base-size))');
});
