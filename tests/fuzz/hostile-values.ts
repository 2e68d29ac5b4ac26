import { readFileSync } from 'node:fs';
import type { Choices } from 'precandidate-testing/choices.ts';

const HOSTILE = JSON.parse(readFileSync(new URL('hostile.json', import.meta.url), 'utf8')) as {
  texts: string[];
  bodies: string[];
  media: string[];
  methods: string[];
  headers: string[][];
  further: [string, string[]][];
  beginnings: string[];
  breaks: string[];
  versions: string[];
};
export const { media, methods, headers, further, beginnings, breaks, versions } = HOSTILE;

/** Part of every entered value: no problem may repeat it. */
export const MARKER = 'typed-7f3a';
/** Placeholder for a value too deep for `JSON.stringify`: see {@link withAbyss}. */
const ABYSS = 'abyss';

/** JSON text in which every {@link ABYSS} is replaced by a very deep value. */
export const withAbyss = (json: string) => json.replaceAll(`"${ABYSS}"`, nested(20_000));

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const members = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join()}}`;

/** Texts that try to break out of paths, headers, JSON, logs, SQL, and HTML. */
const TEXTS: readonly string[] = [
  ...HOSTILE.texts,
  'é'.repeat(200),
  '𝒳'.repeat(70),
  'a'.repeat(129),
  'a'.repeat(5_000),
  `${MARKER} ${'x'.repeat(300)}`,
];

const VALUES = JSON.parse(`[null, true, false, 0, -1, 1.5, 1e308, [], {}, [[]], [null],
  [1, "two", {"three": 3}], ${nested(50)}, ${nested(101)}, ${nested(1_000)}, "${ABYSS}",
  {"__proto__":{"polluted":true}}, {"constructor":{"prototype":{"polluted":true}}},
  {"length":1e9}, {"$ref":"#"}, {"then":"not a function"},
  ${members(2_000, `"${MARKER}"`)}, [${`"${MARKER}",`.repeat(4_999)}0]]`) as unknown[];

export const hostileText = (choices: Choices): string => choices.pick(TEXTS);
export const hostileValue = (choices: Choices): unknown =>
  choices.chance(0.5) ? choices.pick(TEXTS) : choices.pick(VALUES);

/** Bodies that are not JSON, or unusual JSON. */
export const BODIES: readonly (string | Buffer)[] = [
  ...HOSTILE.bodies,
  '{"a":'.repeat(20_000),
  nested(50_000),
  `{"a":"${MARKER.repeat(20_000)}"}`,
  `{"n":${'9'.repeat(10_000)}}`,
  members(15_000, '0'),
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(3_000, 0),
];
