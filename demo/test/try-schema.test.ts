import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemo } from 'precandidate-demo';
import { droppedRules } from '../src/try-schema/dropped-rules.ts';

test('a pasted schema becomes a live form, and dropped rules and refusals are explained', async (t) => {
  const demo = await startDemo();
  t.after(() => demo.close());
  const show = async (values: Record<string, string>) => {
    const body = new URLSearchParams(values);
    const response = await fetch(`${demo.portal.url}/gallery/try`, { method: 'POST', body });
    assert.equal(response.status, 200);
    return response.text();
  };
  const example = await (await fetch(`${demo.portal.url}/gallery/try`)).text();
  assert.match(example, /<precandidate-form session="[\w.-]+" locale="en"/);
  assert.match(example, /uses every rule/);

  const themed = await show({
    schema: '{"type":"object","properties":{"a":{"type":"string"}}}',
    language: 'pt',
    accent: '#123456',
    radius: '0} body {',
  });
  assert.match(themed, /<precandidate-form session="[\w.-]+" locale="pt"/);
  assert.match(themed, /precandidate-form \{\n {2}--precandidate-accent: #123456;\n\}<\/style>/);
  assert.match(themed, /&lt;precandidate-form session=&quot;eyJ…&quot; locale=&quot;pt&quot;/);

  assert.match(await show({ schema: '{' }), /This is not JSON.*JSON Schema:/s);
  assert.match(await show({ schema: '3' }), /The sandbox refuses the schema/);
  const refused = await show({ schema: '{"type":"object","properties":{"a":{"$ref":"#/none"}}}' });
  assert.match(refused, /<p class="error"><strong>[^<]+<\/strong>|<li><code>/);
});

test('a pasted ui_schema is part of the session, and its errors are shown by pointer', async (t) => {
  const demo = await startDemo();
  t.after(() => demo.close());
  const schema = '{"type":"object","properties":{"a":{"type":"string"}}}';
  const show = async (ui_schema: string) => {
    const body = new URLSearchParams({ schema, ui_schema });
    return (await fetch(`${demo.portal.url}/gallery/try`, { method: 'POST', body })).text();
  };
  const opened = await show('{"a":{"ui:title":"A title"}}');
  const [, session = ''] = /<precandidate-form session="([\w.-]+)"/.exec(opened) ?? [];
  const bootstrap = await fetch(`${demo.proxy.url}/bootstrap`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: demo.portal.url },
    body: JSON.stringify({ session }),
  });
  const { ui_schema } = (await bootstrap.json()) as { ui_schema: unknown };
  assert.deepEqual(ui_schema, { a: { 'ui:title': 'A title' } });

  assert.match(await show(' '), /<precandidate-form session=/);
  const refused = await show('{"a":{"ui:widget":"hidden"},"<b>":{}}');
  assert.match(refused, /The ui_schema does not fit the form/);
  assert.match(refused, /<li><code>\/a\/ui:widget<\/code> must be one of `text`/);
  assert.match(refused, /<li><code>\/&lt;b&gt;<\/code> The form has no such field<\/li>/);
  assert.match(await show('{'), /This is not JSON.*ui_schema:/s);
});

test('names what is missing once, by its JSON Pointer', () => {
  const given = { a: { 'b/c': [1, { d: 2 }] }, e: 3 };
  assert.deepEqual(droppedRules(given, given), []);
  assert.deepEqual(droppedRules(given, { a: { 'b/c': [1, {}] } }), ['/a/b~1c/1/d', '/e']);
  assert.deepEqual(droppedRules(given, { e: 3 }), ['/a']);
  const slow = '^(a+)+$';
  assert.deepEqual(droppedRules({ pattern: slow }, { 'x-proxy-pattern': slow }), []);
});
