import type { SeededRandom } from '../stage/seeded-random.ts';

/** Part of every entered value: no problem may repeat it. */
export const MARKER = 'typed-7f3a';

/** Placeholder for a value too deep for `JSON.stringify`: see {@link withAbyss}. */
const ABYSS = 'abyss';
const ABYSS_LEVELS = 20_000;

/** JSON text in which every {@link ABYSS} is replaced by a very deep value. */
export function withAbyss(json: string): string {
  const abyss = `${'['.repeat(ABYSS_LEVELS)}${']'.repeat(ABYSS_LEVELS)}`;
  return json.replaceAll(`"${ABYSS}"`, abyss);
}

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** Texts that try to break out of paths, headers, JSON, logs, SQL, and HTML. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '..%252f..%252fetc%252fpasswd',
  '..\\..\\windows',
  '%00',
  '%2e%2e',
  '%c0%ae%c0%ae',
  '%ff',
  '%',
  '%zz',
  '\u0000',
  'a%0d%0aSet-Cookie:%20a=b',
  'a\r\nX-Injected: yes',
  "' or 1=1 --",
  '"; drop table deliveries; --',
  '$1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '${jndi:ldap://127.0.0.1/a}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999999999',
  '\ud800',
  '\u202eabc',
  'é'.repeat(200),
  '𝒳'.repeat(70),
  'a'.repeat(129),
  'a'.repeat(5_000),
  `${MARKER} ${'x'.repeat(300)}`,
];

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  [],
  {},
  [[]],
  [null],
  [1, 'two', { three: 3 }],
  deep(50),
  deep(101),
  deep(1_000),
  ABYSS,
  JSON.parse('{"__proto__":{"polluted":true}}'),
  { constructor: { prototype: { polluted: true } } },
  { length: 1e9 },
  { $ref: '#' },
  { then: 'not a function' },
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, MARKER])),
  Array.from({ length: 5_000 }, () => MARKER),
];

export const hostileText = (random: SeededRandom): string => random.pick(HOSTILE_TEXTS);

export const hostileValue = (random: SeededRandom): unknown =>
  random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : random.pick(VALUES);

/** Bodies that are not JSON, or unusual JSON. */
export const HOSTILE_BODIES: readonly (string | Buffer)[] = [
  '',
  '{',
  '}',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '[{}]',
  'NaN',
  '{"a":1,"a":2}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"\\u0000":"\\ud800"}',
  '{"__proto__":{"polluted":true},"person_id":"a","form_id":"b"}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":'.repeat(20_000),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `{"a":"${MARKER.repeat(20_000)}"}`,
  `{"n":${'9'.repeat(10_000)}}`,
  `{${Array.from({ length: 15_000 }, (_, index) => `"k${index}":0`).join()}}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(3_000, 0),
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
];

export const MEDIA_TYPES: readonly string[] = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;charset=nonsense',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'application/octet-stream',
  'nonsense',
  '*/*',
  '',
];

export const METHODS: readonly string[] = [
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'LOCK',
];
