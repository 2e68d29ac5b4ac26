import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { FormValidator } from '../../src/validation/form-validator.ts';
import { checkPattern } from '../../src/validation/patterns.ts';
import { sanitizeSchema } from '../../src/validation/sanitize-schema.ts';
import { formOf } from './hostile-schemas.ts';
import { violationsOf } from './violations-of.ts';

/** From forms and answers on the web: documents, phones, e-mails, dates, names, addresses. */
const REALISTIC = JSON.parse(
  readFileSync(new URL('realistic-patterns.json', import.meta.url), 'utf8'),
) as string[];
/** Realistic, with a choice inside a loop, or with more than three loops: only the proxy checks them. */
const LEFT_TO_PROXY = [
  '^[\\w\\-\\.]+@([\\w-]+\\.)+[\\w-]{2,}$',
  '^\\w+([\\.-]?\\w+)*@\\w+([\\.-]?\\w+)*(\\.\\w{2,3})+$',
  "^[a-zA-Z0-9.!#$%&'*+\\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
  '^(\\+57)?\\s*3\\d{2}[\\s-]*\\d{3}[\\s-]*\\d{4}$',
  '^(Calle|Carrera|Avenida|Diagonal|Transversal)\\s\\d+[A-Z]?\\s?#\\s?\\d+[A-Z]?\\s?-\\s?\\d+.*$',
  '^\\s*(?:\\+?(\\d{1,3}))?[-. (]*(\\d{3})[-. )]*(\\d{3})[-. ]*(\\d{4})(?: *x(\\d+))?\\s*$',
  '^[a-zA-ZÀ-ÿ\\u00f1\\u00d1]+(\\s*[a-zA-ZÀ-ÿ\\u00f1\\u00d1]*)*[a-zA-ZÀ-ÿ\\u00f1\\u00d1]+$',
  "^\\p{L}+(?:[ '\\-]\\p{L}+)*$",
  '^([A-ZÁÉÍÓÚÑ][a-záéíóúñ]+)(\\s[A-ZÁÉÍÓÚÑ][a-záéíóúñ]+)+$',
  '^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
];
const validator = new FormValidator(60_000);
after(() => validator.close());

test(`keeps ${REALISTIC.length} realistic patterns`, () => {
  for (const pattern of REALISTIC) {
    const { changes } = sanitizeSchema(formOf({ type: 'string', pattern }));
    assert.deepEqual(changes, [], pattern);
  }
});

test('sends realistic patterns to the browser, except those with too many choices', () => {
  const left = REALISTIC.filter((pattern) => checkPattern(pattern).use !== 'browser');
  assert.deepEqual(left.toSorted(), LEFT_TO_PROXY.toSorted());
});

const EXPONENTIAL = [
  '^(?=(a+)+$)',
  '^(a{1,1000}){1,1000}$',
  '((((a?){50}){50}){50})',
  '^(\\w+)+\\1$',
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(.*)*x',
  '^(\\w+\\s?)*$',
  '^(.*,)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(a?b?)*c$',
  '^(-a*a*)*$',
  '^(ab*a)*$',
  '^(-a+|-a+)*$',
  '^(-(a*)?)*$',
  '^(-(a+)?a*)*$',
  '^(\u{1F600}\u{1F600}*)*$',
  '^(a?b?a)*c$',
  '^(?:(?:a|b)|(?:b|c))*d$',
  '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b',
  `^${'a?'.repeat(30)}${'a'.repeat(30)}$`,
  '^.*a.*b.*c.*d.*e$',
];
for (const pattern of EXPONENTIAL)
  test(`lets only the proxy match a slow pattern: ${pattern.slice(0, 40)}`, () => {
    const { schema } = sanitizeSchema(formOf({ type: 'string', pattern }));
    assert.deepEqual(schema.properties['a'], { type: 'string', 'x-proxy-pattern': pattern });
  });

for (const pattern of ['(', '[z-a]', '(?<n>a)(?<n>b)', 'x'.repeat(501)])
  test(`drops an unusable pattern: ${pattern.slice(0, 20)}`, () =>
    assert.deepEqual(sanitizeSchema(formOf({ type: 'string', pattern })).changes, [
      'pattern-dropped /properties/a/pattern',
    ]));

for (const [pattern, expected] of [
  ['^[A-Z]{3}\\-\\d{3}$', '^[A-Z]{3}-\\d{3}$'],
  ['^[\\w\\-\\.]+\\@x\\_\\-[a\\-z\\_]$', '^[\\w\\-\\.]+@x_-[a\\-z_]$'],
] as const)
  test(`removes needless escapes: ${pattern}`, () => {
    const { schema } = sanitizeSchema(formOf({ type: 'string', pattern }));
    assert.deepEqual(schema.properties['a'], { type: 'string', pattern: expected });
  });

test('the proxy checks a pattern that browsers do not get', async () => {
  const [pattern = ''] = LEFT_TO_PROXY;
  const form = sanitizeSchema(formOf({ type: 'string', pattern }));
  assert.deepEqual(await violationsOf(validator, form, { a: 'ana.perez@example.com' }), []);
  const [violation] = await violationsOf(validator, form, { a: 'ana.perez' });
  assert.equal(violation?.keyword, 'pattern');
});

test('checks several patterns of one schema separately', async () => {
  const patternProperties = { '^a': { type: 'string' }, '^b': { type: 'number' } };
  const form = sanitizeSchema({ type: 'object', properties: {}, patternProperties });
  assert.deepEqual(await violationsOf(validator, form, { a1: 'x', b1: 1 }), []);
  assert.equal((await violationsOf(validator, form, { a1: 1, b1: 'x' })).length, 2);
});

test('drops slow patterns for names', () => {
  const field = { patternProperties: { '^(a+)+$': true, '^x_': { type: 'string' } } };
  const { schema, changes } = sanitizeSchema(formOf(field));
  assert.deepEqual(schema.properties['a'], { patternProperties: { '^x_': { type: 'string' } } });
  assert.deepEqual(changes, ['pattern-dropped /properties/a/patternProperties/%5E(a+)+$']);
});

test('checks hundreds of complex patterns in bounded time', () => {
  const complex = (index: number) =>
    `^(${Array.from({ length: 60 }, (_, at) => `[a-z${at}]+\\d?`).join('|')}${index})*$`.slice(
      -500,
    );
  const fields = Array.from({ length: 300 }, (_, index) => [
    `f${index}`,
    { type: 'string', pattern: complex(index) },
  ]);
  const before = process.threadCpuUsage();
  sanitizeSchema({ type: 'object', properties: Object.fromEntries(fields) });
  const { user } = process.threadCpuUsage(before);
  assert.ok(user < 10_000_000, `${user} µs`);
});
