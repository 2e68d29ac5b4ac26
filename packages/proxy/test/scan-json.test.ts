import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanJson } from '../src/shared/scan-json.ts';

function isValid(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The members that the scanner reports, as `name=value`. */
function membersOf(text: string): string[] | undefined {
  const members: string[] = [];
  const isJson = scanJson(Buffer.from(text), (name, start, end) => {
    members.push(`${name}=${Buffer.from(text).toString('utf8', start, end)}`);
  });
  return isJson ? members : undefined;
}

test('accepts and rejects the same texts as JSON.parse', () => {
  const seeds = [
    '{"a":[1,-2.5e+3,true,{"b":"\\u00e9\\n","":null}],"c":{}}',
    ' [ "x" , [ ] , 0 , "\\ud800" ] ',
    '"text"',
    '{"a":{"b":{"c":{"d":1}}}}',
    '12.50',
  ];
  const replacements = ['', '{', '}', '[', ']', ',', ':', '"', '\\', ' ', '0', '-', '.', 'e', 'u'];
  let compared = 0;
  for (const seed of seeds)
    for (let at = 0; at <= seed.length; at += 1)
      for (const replacement of replacements)
        for (const removed of [0, 1, 2]) {
          const text = seed.slice(0, at) + replacement + seed.slice(at + removed);
          assert.equal(membersOf(text) !== undefined, isValid(text), text);
          compared += 1;
        }
  assert.ok(compared > 5_000);
});

test('rejects bytes that are not UTF-8 and control characters in strings', () => {
  assert.equal(
    scanJson(Buffer.from([0x22, 0xff, 0x22]), () => undefined),
    false,
  );
  assert.equal(membersOf('"a\u0000b"'), undefined);
  assert.deepEqual(membersOf('"a\\u0000b"'), []);
});

test('reports the members of the outermost object only', () => {
  assert.deepEqual(membersOf('{ "a" : {"b":{"c":{"d":1}}}, "e":[{"f":1}], "g\\u00e9": 2 }'), [
    'a={"b":{"c":{"d":1}}}',
    'e=[{"f":1}]',
    'gé=2',
  ]);
  assert.deepEqual(membersOf('[{"a":1}]'), []);
});
