import assert from 'node:assert/strict';
import { test } from 'node:test';
import cases from './hosted-form.json' with { type: 'json' };
import { PERU, sharedClient, type Json, type PrecandidateRecord } from './support/client.ts';

const sandbox = sharedClient();

/** Decodes HTML entities. */
function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Every value of an attribute on the page, in order. */
function attributeValues(page: string, attribute: string): string[] {
  const values = page.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'));
  return [...values].map(([, value]) => unescapeHtml(value ?? ''));
}

/** The names of the page's form controls. */
function controlNames(page: string): string[] {
  const [, form = ''] = /<form[^>]*>([^]*)<\/form>/.exec(page) ?? [];
  return attributeValues(form, 'name');
}

const postForm = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const pageOf = async ({ form_url }: PrecandidateRecord) => (await fetch(form_url)).text();

interface PageCase {
  what: string;
  pipeline: string;
  /** Default: Peru. */
  country_code?: string;
  /** Patterns of what the page contains, and of what it does not. */
  has: string[];
  lacks?: string;
}
const { pages, everything } = cases as unknown as {
  pages: PageCase[];
  everything: { fields: Record<string, string>; data: Json };
};
for (const { what, pipeline, country_code = 'PE', has, lacks } of pages)
  test(`the page ${what}`, async () => {
    const page = await pageOf(await sandbox.create(pipeline, { country_code }));
    for (const pattern of has) assert.match(page, new RegExp(pattern));
    if (lacks !== undefined) assert.doesNotMatch(page, new RegExp(lacks));
  });

test('every control of every pipeline has a label, and every reference on the page an id', async () => {
  const { body: pipelines } = await sandbox.control<{ pipeline_name: string }[]>(
    'GET',
    '/pipelines',
  );
  for (const { pipeline_name } of pipelines) {
    const page = await pageOf(await sandbox.create(pipeline_name));
    const ids = attributeValues(page, 'id');
    assert.equal(new Set(ids).size, ids.length, `${pipeline_name}: an id stands twice`);
    const controls = [...page.matchAll(/<(?:input|select)[^>]* id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(attributeValues(page, 'for').sort(), controls.sort());
    const described = attributeValues(page, 'aria-describedby').flatMap((list) => list.split(' '));
    for (const id of described) assert.ok(ids.includes(id), `${pipeline_name}: ${id}`);
  }
});

test('stores a complete form and redirects with 303 to its confirmation', async () => {
  const record = await sandbox.create('peru_basic');
  const response = await postForm(record.form_url, { ...PERU, document_id: ' 45678912 ' });
  assert.equal(response.status, 303);
  const address = new URL(response.headers.get('location') ?? '', record.form_url);
  assert.equal(address.href, record.form_url);
  assert.match(await pageOf(record), /<h1>Recibimos tus datos<\/h1>/);
  const { data, collected_by, form_posts, precandidate_status, updated_at } =
    await sandbox.stored(record);
  assert.deepEqual(data, PERU);
  assert.deepEqual([collected_by, form_posts, precandidate_status], ['form', 1, 'SUBMITTED']);
  assert.ok(String(updated_at) > record.updated_at);
});

test('rejects an empty required field with 422, links to it, and keeps the other values', async () => {
  const record = await sandbox.create('peru_basic');
  const response = await postForm(record.form_url, { document_id: '45678912', city_locode: ' ' });
  const page = await response.text();
  assert.equal(response.status, 422);
  const [, target] = /<li><a href="#([^"]+)">Completa: Código de la ciudad/.exec(page) ?? [];
  assert.match(
    page,
    new RegExp(
      `id="${target}" name="city_locode" required aria-describedby="${target}-error" aria-invalid="true"`,
    ),
  );
  assert.match(page, new RegExp(`<p class="error" id="${target}-error">Completa: `));
  assert.match(page, /value="45678912" id="[^"]+" name="document_id"/);
  assert.match(page, /<title>Revisa estos datos – /);
  assert.equal((await sandbox.stored(record)).precandidate_status, 'CREATED');
});

test('converts the values of a form body to the types of the schema', async () => {
  const record = await sandbox.create('everything');
  const response = await postForm(record.form_url, everything.fields);
  assert.equal(response.status, 303, await response.text());
  assert.deepEqual((await sandbox.stored(record)).data, everything.data);
});

test('explains text in a number field, an invalid date, and an unchecked box', async () => {
  const record = await sandbox.create('everything', { country_code: 'US' });
  const response = await postForm(record.form_url, {
    full_name: 'María Pérez',
    dob: '15/01/1990',
    years_of_experience: 'seven',
    employed: 'yes',
  });
  const page = await response.text();
  assert.equal(response.status, 422);
  const sentences = [...page.matchAll(/<li><a href="#[^"]+">([^<]+)<\/a><\/li>/g)];
  assert.deepEqual(
    sentences.map(([, sentence]) => sentence),
    [
      'Enter a complete date: Date of birth',
      'Enter a number: Years of experience',
      'Tick the box: I agree to the background check',
      'Fill in: Street and number',
      'Fill in: Employer',
    ],
  );
  assert.match(page, /value="seven" inputmode="numeric" id="[^"]+" name="years_of_experience"/);
});

test('lists the missing fields of a list, and ignores a blank entry', async () => {
  const record = await sandbox.create('reference_check');
  const referee = (index: number) => ({
    [`/referees/${index}/name`]: 'Ana Soto',
    [`/referees/${index}/phone`]: '+51 987 654 321',
    [`/referees/${index}/company`]: 'Andes',
    [`/referees/${index}/relationship`]: 'Colega',
  });
  const none = await (await postForm(record.form_url, {})).text();
  for (const label of ['Nombre y apellido', 'Teléfono', 'Empresa', 'Relación laboral'])
    assert.match(none, new RegExp(`<li><a href="#field-referees-0-[a-z]+">Completa: ${label}</a>`));
  const half = await postForm(record.form_url, { ...referee(0), '/referees/1/name': 'Luis Díaz' });
  assert.equal(half.status, 422);
  assert.match(await half.text(), /Completa: Teléfono/);
  const whole = await postForm(record.form_url, { ...referee(0), ...referee(2) });
  assert.equal(whole.status, 303);
  const { data } = await sandbox.stored(record);
  assert.equal((data as { referees: Json[] }).referees.length, 2);
});

test('odd property names come back unchanged', async () => {
  const record = await sandbox.create('odd_names');
  const names = controlNames(await pageOf(record));
  const { body: schema } = await sandbox.api<{ properties: Json }>(
    'GET',
    `/precandidate/${record.person_id}/schema/${record.precandidate_id}`,
  );
  assert.equal(names.length, Object.keys(schema.properties).length);
  const values = names.map((name) => [name, name.includes('birth') ? '1990-01-15' : 'x'] as const);
  assert.equal((await postForm(record.form_url, Object.fromEntries(values))).status, 303);
  const data = (await sandbox.stored(record)).data as Json;
  assert.deepEqual(Object.keys(data), Object.keys(schema.properties));
});

test('a form without fields is confirmed by its button; a second post gets 409 and a confirmation', async () => {
  const record = await sandbox.create('no_fields');
  assert.match(await pageOf(record), /Solo confirma/);
  assert.equal((await postForm(record.form_url, {})).status, 303);
  const again = await postForm(record.form_url, {});
  assert.equal(again.status, 409);
  assert.match(await again.text(), /Recibimos tus datos/);
});

test('shows a 404 page for an unknown form', async () => {
  const response = await fetch(`${sandbox.url}/forms/${crypto.randomUUID()}`);
  assert.equal(response.status, 404);
  assert.match(await response.text(), /<h1>We cannot find this form<\/h1>/);
});

test('the pages’ policy allows only their style sheet and form', async () => {
  const record = await sandbox.create('peru_basic');
  const responses = [
    await fetch(record.form_url),
    await postForm(record.form_url, {}),
    await fetch(`${sandbox.url}/forms/none`),
  ];
  for (const { headers } of responses) {
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  }
  const [sheet] = attributeValues(await pageOf(record), 'href');
  const css = await fetch(new URL(sheet ?? '', record.form_url));
  assert.match(css.headers.get('content-type') ?? '', /^text\/css/);
});

test('shows markup in a schema or a value as text', async () => {
  const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>\'&amp;';
  const form_schema = {
    type: 'object',
    properties: {
      [`name ${evil}`]: { type: 'string', title: `title ${evil}`, description: `hint ${evil}` },
      choice: { enum: [`choice ${evil}`], title: 'Choice' },
      number: { type: 'integer', default: `default ${evil}` },
      group: { type: 'object', title: `legend ${evil}`, properties: { inner: { type: 'string' } } },
    },
    required: ['choice'],
  };
  await sandbox.control('POST', '/pipelines', { pipeline_name: 'evil', form_schema });
  const record = await sandbox.create('evil');
  const fields = { number: `value ${evil}`, [`name ${evil}`]: `typed ${evil}` };
  const refused = await postForm(record.form_url, fields);
  assert.equal(refused.status, 422);
  const empty = await pageOf(record);
  const failed = await refused.text();
  for (const page of [empty, failed]) assert.doesNotMatch(page, /<img|<script/);
  for (const what of ['name', 'title', 'hint', 'choice', 'legend', 'default']) {
    assert.ok(unescapeHtml(empty).includes(`${what} ${evil}`), what);
  }
  for (const what of ['value', 'typed']) {
    assert.ok(unescapeHtml(failed).includes(`${what} ${evil}`), what);
  }
});
