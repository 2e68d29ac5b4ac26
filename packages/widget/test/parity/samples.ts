/** Names of fields: escapes, letters beyond ASCII, none at all. */
export const NAMES = [
  'a',
  'b',
  'c',
  'd/e',
  '~x',
  'ñ',
  '🦙',
  'a.b',
  'two words',
  '100%',
  'hasOwnProperty',
  '',
];

/** Names that every object inherits. AJV uses them on objects that it compares, even when they are data. */
export const INHERITED_NAMES = ['constructor', 'toString', 'valueOf', '__proto__'];

export const TEXTS = [
  '',
  'x',
  'abc',
  'ABC',
  ' ',
  '12345678',
  '🦙🦙',
  'ñandú',
  'n\u0303andu\u0301',
  '\ud83e',
  '__proto__',
  'constructor',
  'toString',
  'PE LIM',
  'line\nbreak',
  '\u0000',
  '1',
  'true',
  'null',
];

export const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  7,
  2.5,
  0.07,
  0.1 + 0.2,
  19.99,
  1e-7,
  1e-9,
  4.35,
  1e21,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  123456789.01,
];

export const DIVISORS = [1, 2, 3, 0.5, 0.1, 0.01, 0.07, 1e-8, 1e10, 1e308, 5e-324];

/** Each matches some text of `TEXTS`. */
export const PATTERNS = ['^[0-9]+$', '^[A-Z]{2}', 'a.c', '\\p{L}', '^.$', '^\\S*$', '', '^a|b$'];

/** By format: valid texts, and nearly valid ones. */
export const FORMAT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  date: ['2020-02-29', '2019-02-29', '2020-13-01', '2020-1-1', '0000-01-01', '2020-02-30'],
  'date-time': [
    '2020-01-01T00:00:00Z',
    '2020-01-01t00:00:00z',
    '2020-01-01 00:00:00-05:00',
    '2020-01-01T24:00:00Z',
    '2020-01-01T23:59:60Z',
    '2020-01-01T00:00:00',
    '2020-01-01',
  ],
  time: ['10:00:00Z', '10:00:00', '10:00', '23:59:60Z', '24:00:00Z', '10:00:00.5+05:30', '10:00Z'],
  duration: ['P1Y', 'P1Y2M3DT4H5M6S', 'P', 'PT', 'P1W', 'P1W1D', 'P-1Y', 'p1y'],
  email: ['a@b.co', 'a@b', 'a.b+c@d-e.f.gh', '.a@b.co', 'ñ@b.co', 'a@b..co', '"a b"@c.de', 'a@1.2'],
  hostname: ['a.b', 'a', '-a', 'a_b', 'a.', `${'a'.repeat(64)}.b`, 'xn--80ak6aa92e', ''],
  ipv4: ['10.0.0.1', '256.0.0.1', '1.2.3', '01.02.03.04', '1.2.3.4.5'],
  ipv6: ['::1', '::', '1::2::3', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '12345::', 'fe80::1%eth0'],
  uri: [
    'http://x.y/z',
    'x',
    '//x',
    'urn:a:b',
    'http://[::1]/',
    'http://x y',
    'mailto:a@b',
    'http:',
  ],
  'uri-reference': ['/a', 'a b', '#x', '', '//x/y', '\\a', 'http://x/ñ', '%zz'],
  uuid: [
    '3f0c2b9e-7a11-4c58-9e5a-0d6b1f2a3c4d',
    'urn:uuid:3f0c2b9e-7a11-4c58-9e5a-0d6b1f2a3c4d',
    '3F0C2B9E-7A11-4C58-9E5A-0D6B1F2A3C4D',
    '3f0c2b9e7a114c589e5a0d6b1f2a3c4d',
  ],
  'unheard-of': ['x', ''],
};
