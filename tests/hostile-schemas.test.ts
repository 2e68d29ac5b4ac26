import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formOf, manyFields, nested, refBomb } from 'precandidate-testing/hostile-schemas.ts';
import { openHost } from 'precandidate-testing/host-page.ts';
import { clearFaults, addFault } from 'precandidate-testing/sandbox-control.ts';
import { newPrecandidate, untilPrerendered } from 'precandidate-testing/service.ts';

const stage = openHost();
afterEach(() => clearFaults(stage.sandbox.url));

const TEXT = { type: 'string' };

interface FormOptions {
  /** Whether a back end requests the prerendered form. */
  html: boolean;
  /** Whether it gets one. */
  isPrerendered: boolean;
}

interface Shown {
  isPrerendered: boolean;
  state: string;
  inputs: number;
  polluted: boolean;
  /** Whether the service's own form is offered. */
  hasWayOut: boolean;
}

/** What the element shows for a schema of the service. */
async function shown(schema: unknown, { html, isPrerendered }: FormOptions): Promise<Shown> {
  const person = await newPrecandidate(stage.proxy.url);
  await addFault(stage.sandbox.url, {
    match: { path: '/schema/' },
    kind: 'status',
    status: 200,
    body: JSON.stringify(schema),
    times: 0,
  });
  const session = await untilPrerendered(
    () => stage.newSession(person, { locale: 'en', html }),
    (each) => !isPrerendered || each.html !== undefined,
  );
  const bare = `<precandidate-form session="${session.token}"></precandidate-form>`;
  const page = await stage.openMarkup(stage.pageOf(session.html ?? bare, 'en'));
  // The link to the service's own form follows the state, once the messages have loaded.
  await page.waitForFunction(() => {
    const element = document.querySelector('precandidate-form');
    const hasWayOut = element?.shadowRoot?.querySelector('a[part=open]') != null;
    return element?.matches(':state(ready)') || (element?.matches(':state(problem)') && hasWayOut);
  });
  const found = await page.evaluate(() => {
    const { state, shadowRoot } = document.querySelector('precandidate-form') as HTMLElement & {
      state: string;
    };
    const inputs = 'input:not([type=hidden]), select, textarea';
    return {
      state,
      inputs: shadowRoot?.querySelectorAll(inputs).length ?? 0,
      polluted: 'polluted' in {},
      hasWayOut: shadowRoot?.querySelector('a[part=open]') != null,
    };
  });
  return { ...found, isPrerendered: session.html !== undefined };
}

const PROTOTYPES = JSON.parse(`{ "type": "object", "properties": {
  "__proto__": { "type": "object", "properties": { "polluted": { "default": "yes" } } },
  "constructor": { "type": "string" }, "toString": { "type": "string" } } }`);

for (const [what, schema, inputs] of [
  ['a format named like an inherited member', formOf({ ...TEXT, format: 'constructor' }), 1],
  ['a format named like a widget', formOf({ ...TEXT, format: 'HiddenWidget' }), 1],
  ['fields named like inherited members', PROTOTYPES, 2],
  ['29 nested groups', nested(29), 1],
  ['1,900 fields', manyFields(1_900), 1_900],
  ['5,000 choices', formOf({ ...TEXT, enum: [...Array(5_000).keys()].map(String) }), 1],
  ['100 rows at once', formOf({ type: 'array', items: TEXT, minItems: 100 }), 100],
  ['128 objects by reference', refBomb(7), 1],
  ['a pattern with catastrophic backtracking', formOf({ ...TEXT, pattern: '^(a+)+$' }), 1],
  ['a required name without a field', { type: 'object', properties: {}, required: ['a'] }, 1],
  ['markup in a title', formOf({ ...TEXT, title: '<img src=x onerror="polluted = 1">' }), 1],
] as const)
  for (const html of [false, true])
    test(`a schema with ${what} is rendered${html ? ', prerendered too' : ''}`, async () => {
      assert.deepEqual(await shown(schema, { html, isPrerendered: html }), {
        isPrerendered: html,
        state: 'ready',
        inputs,
        polluted: false,
        hasWayOut: false,
      });
    });

for (const [what, schema] of [
  ['20,000 fields', manyFields(20_000)],
  ['200 nested groups', nested(200)],
  ['references that multiply', refBomb(32)],
  ['a reference to nowhere', formOf({ $ref: '#/nope' })],
  ['a field that contains the form', formOf({ $ref: '#' })],
  ['required fields without names', { type: 'object', minProperties: 1 }],
  ['no object at its root', { type: 'array', items: TEXT }],
] as const)
  for (const html of [false, true])
    test(`a schema with ${what} offers the service’s own form${html ? ', prerendered too' : ''}`, async () => {
      assert.deepEqual(await shown(schema, { html, isPrerendered: false }), {
        isPrerendered: false,
        state: 'problem',
        inputs: 0,
        polluted: false,
        hasWayOut: true,
      });
    });
