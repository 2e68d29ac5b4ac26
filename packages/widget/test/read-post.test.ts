import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FormSchema } from 'precandidate-contract';
import type { FormServer, PostedForm, PostReading } from '../src/ssr/index.ts';
import { buildServer } from './server/build-server.ts';

let server: FormServer;

before(async () => {
  server = await buildServer();
});

type Entries = [name: string, value: string][];

function read(
  { properties, ...rest }: { properties: object } & Record<string, unknown>,
  entries: Entries,
  more: Partial<PostedForm> = {},
): PostReading {
  const schema = { type: 'object', ...rest, properties } as FormSchema;
  return server.readPost({ schema, locale: 'es-PE', country: 'PE', entries, ...more });
}

/** The data of a form of one field. */
const dataOf = (field: object, entries: Entries, more: Partial<PostedForm> = {}) =>
  read({ properties: { a: field } }, entries, more).data;

const errorsOf = ({ fields }: PostReading) =>
  [...fields.matchAll(/<a href="#([^"]+)">([^<]*)<\/a>/g)].map(([, id, text]) => `${id}: ${text}`);

test('text is tidied as the fields tidy it', () => {
  const text = { type: 'string' };
  assert.deepEqual(dataOf(text, [['f.a', '  Ana  ']]), { a: 'Ana' });
  assert.deepEqual(dataOf(text, [['f.a', '  ']]), {});
  assert.deepEqual(
    read({ properties: { document_id: { type: 'string', pattern: '^\\d{8}$' } } }, [
      ['f.document__id', ' 12.345.678 '],
    ]).data,
    { document_id: '12345678' },
  );
  assert.deepEqual(read({ properties: { phone: text } }, [['f.phone', '987 654 321']]).data, {
    phone: '+51987654321',
  });
});

test('numbers are read as the locale writes them; what is none stays for its error', () => {
  const number = { type: 'number' };
  assert.deepEqual(dataOf(number, [['f.a', '1.234,5']]), { a: 1234.5 });
  const english = { locale: 'en-US', country: null };
  assert.deepEqual(dataOf(number, [['f.a', '1,234.5']], english), { a: 1234.5 });
  const wrong = read({ properties: { a: number } }, [['f.a', 'mucho']]);
  assert.equal(wrong.outcome, 'wrong');
  assert.match(wrong.fields, /value="mucho"/);
});

test('several lines keep their ends as they were typed', () => {
  const long = { type: 'string', maxLength: 2_000 };
  const { data } = read({ properties: { a: long } }, [['f.a', 'one\r\ntwo']]);
  assert.deepEqual(data, { a: 'one\ntwo' });
});

test('a date is read from its parts, or whole from one of them', () => {
  const date = { type: 'string', format: 'date' };
  const parts = (day: string, month: string, year: string): Entries => [
    ['f.a-day', day],
    ['f.a-month', month],
    ['f.a-year', year],
  ];
  assert.deepEqual(dataOf(date, parts('31', 'mayo', '1990')), { a: '1990-05-31' });
  assert.deepEqual(dataOf(date, parts('31/5/1990', '', '')), { a: '1990-05-31' });
  assert.deepEqual(dataOf(date, parts('', '', '')), {});
  const half = read({ properties: { a: date } }, parts('31', '', '1990'));
  assert.equal(half.outcome, 'wrong');
  assert.match(half.fields, /id="f\.a-day"[^>]* value="31"/);
});

test('choices are read by their numbers, whatever their values are', () => {
  const few = { enum: [1, 'two', true] };
  assert.deepEqual(dataOf(few, [['f.a', '0']]), { a: 1 });
  assert.deepEqual(dataOf(few, [['f.a', '2']]), { a: true });
  for (const odd of ['3', '-1', '1.5', '__proto__', ''])
    assert.deepEqual(dataOf(few, [['f.a', odd]]), {}, odd);
  const menu = { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] };
  assert.deepEqual(dataOf(menu, [['f.a', '6']]), { a: 'g' });
  const many = {
    type: 'string',
    enum: Array.from({ length: 20 }, (_, index) => `Opción ${index}`),
  };
  assert.deepEqual(dataOf(many, [['f.a', 'opcion 7']]), { a: 'Opción 7' });
});

test('boxes that are not ticked post nothing, and still are an answer', () => {
  const consent = { type: 'boolean', const: true, default: true };
  assert.deepEqual(dataOf(consent, [['f.a', 'on']]), { a: true });
  assert.deepEqual(dataOf(consent, [['drawn', 'f.a']]), {});
  const several = {
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: ['x', 'y', 'z'] },
    default: ['x'],
  };
  const ticked: Entries = [
    ['f.a', '2'],
    ['f.a', '1'],
  ];
  assert.deepEqual(dataOf(several, ticked), { a: ['y', 'z'] });
  const required = { required: ['a'], properties: { a: several } };
  assert.deepEqual(read(required, [['drawn', 'f.a']]).data, { a: [] });
});

test('a field with a default that was emptied stays empty', () => {
  const known = { type: 'string', default: 'Ana' };
  assert.deepEqual(dataOf(known, [['f.a', '']]), {});
  assert.deepEqual(dataOf(known, [['f.a', 'Eva']]), { a: 'Eva' });
});

test('what is constant is sent though nobody filled it in', () => {
  const properties = { kind: { const: 'x' }, a: { type: 'string' } };
  assert.deepEqual(read({ properties }, [['f.a', 'b']]).data, { kind: 'x', a: 'b' });
});

test('a city is told by its name once its list is given', () => {
  const properties = { city_locode: { type: 'string', pattern: '^[A-Z]{2} ?[A-Z]{3}$' } };
  const entries: Entries = [['f.city__locode', 'arequipa']];
  assert.equal(read({ properties }, entries).outcome, 'wrong');
  const cities = JSON.stringify([{ locode: 'PEAQP', name: 'Arequipa' }]);
  assert.deepEqual(read({ properties }, entries, { cities }).data, { city_locode: 'PE AQP' });
});

const ASKING = {
  properties: { record: { type: 'boolean' } },
  if: { properties: { record: { const: true } }, required: ['record'] },
  then: { properties: { details: { type: 'string' } } },
};

test('an answer that brings a question is not sent before the question was seen', () => {
  const yes: Entries = [['f.record', '0']];
  const asked = read(ASKING, yes);
  assert.equal(asked.outcome, 'more');
  assert.match(asked.fields, /name="f\.details"/);
  assert.match(asked.fields, /name="f\.record" checked="" value="0"/);
  const answered = read(ASKING, [...yes, ['f.details', '']]);
  assert.deepEqual([answered.outcome, answered.data], ['ready', { record: true }]);
  const no = read(ASKING, [['f.record', '1']]);
  assert.deepEqual([no.outcome, no.data], ['ready', { record: false }]);
});

const SHAPES = {
  properties: {
    contact: {
      type: 'object',
      oneOf: [
        { title: 'Mail', properties: { email: { type: 'string' } }, required: ['email'] },
        { title: 'Phone', properties: { tel: { type: 'string' } }, required: ['tel'] },
      ],
    },
  },
};

test('another shape is drawn when it is chosen, and only its fields are read', () => {
  const chosen: Entries = [
    ['f.contact____oneof__select', '1'],
    ['f.contact.email', 'a@b.example'],
  ];
  const asked = read(SHAPES, chosen);
  assert.equal(asked.outcome, 'more');
  assert.match(asked.fields, /name="f\.contact\.tel"/);
  assert.doesNotMatch(asked.fields, /name="f\.contact\.email"/);
  const answered = read(SHAPES, [...chosen, ['f.contact.tel', '5']]);
  assert.deepEqual([answered.outcome, answered.data], ['ready', { contact: { tel: '5' } }]);
});

const LIST = {
  required: ['referees'],
  properties: {
    referees: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, phone: { type: 'string' } },
      },
    },
  },
};
const names = ({ fields }: PostReading) =>
  [...fields.matchAll(/ name="(f\.referees\.\d+\.name)" value="([^"]*)"/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
const TWO: Entries = [
  ['f.referees.0.name', 'Rosa'],
  ['f.referees.0.phone', ''],
  ['f.referees.1.name', 'Eva'],
  ['f.referees.1.phone', '987654321'],
];

test('all entries of a list that were on the page are read', () => {
  assert.deepEqual(read(LIST, TWO).data, {
    referees: [{ name: 'Rosa' }, { name: 'Eva', phone: '+51987654321' }],
  });
});

test('an entry is added or taken out when that is asked for, and nothing is sent', () => {
  const longer = read(LIST, [...TWO, ['more', 'f.referees']]);
  assert.equal(longer.outcome, 'changed');
  assert.deepEqual(names(longer), [
    'f.referees.0.name=Rosa',
    'f.referees.1.name=Eva',
    'f.referees.2.name=',
  ]);
  assert.deepEqual(errorsOf(longer), []);
  const shorter = read(LIST, [...TWO, ['less', 'f.referees.0']]);
  assert.equal(shorter.outcome, 'changed');
  assert.deepEqual(names(shorter), ['f.referees.0.name=Eva']);
});

test('a list never grows beyond what was on the page or what it may hold', () => {
  const far = read(LIST, [['f.referees.99999999.name', 'X']]);
  assert.equal(names(far).length, 1);
  const full: Entries = [...TWO, ['f.referees.2.name', 'Luz']];
  assert.equal(names(read(LIST, [...full, ['more', 'f.referees']])).length, 3);
});

test('errors stand in the order of the screen and lead to their fields', () => {
  const form = {
    required: ['b', 'a'],
    properties: { a: { type: 'string', title: 'A' }, b: { type: 'string', title: 'B' } },
  };
  const wrong = read(form, [
    ['f.a', ''],
    ['f.b', ''],
  ]);
  assert.equal(wrong.outcome, 'wrong');
  assert.deepEqual(errorsOf(wrong), ['f.a: Ingresa «A»', 'f.b: Ingresa «B»']);
  assert.match(wrong.fields, /id="f\.a-error"/);
});

test('what the authority found is shown as if the form had found it', () => {
  const violations = [{ pointer: '/a', keyword: 'pattern', detail: '' }];
  const form = { properties: { a: { type: 'string', title: 'A' } } };
  const wrong = read(form, [['f.a', 'x']], { violations });
  assert.deepEqual(errorsOf(wrong), ['f.a: Revisa «A»: el formato no es correcto']);
});

test('names that mean nothing, or something to JavaScript, do no harm', () => {
  const entries: Entries = [
    ['f.__proto__', 'x'],
    ['f.constructor', 'x'],
    ['__proto__', 'x'],
    ['f', 'x'],
    ['', ''],
    ['f.a', 'ok'],
  ];
  assert.deepEqual(dataOf({ type: 'string' }, entries), { a: 'ok' });
  assert.equal(({} as Record<string, unknown>)['x'], undefined);
});
