import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileRules, headOf, largestFile } from '../src/form/files/file-rules.ts';
import { type FileFault, fileFaultText, fileHint, sizeText } from '../src/form/files/file-texts.ts';
import { errorMessage } from '../src/form/error-messages.ts';
import { violationsOf } from '../src/form/model/violations.ts';
import { localeNumbers } from '../src/form/fields/locale-numbers.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import { check, isValid } from '../src/validation/validator.ts';
import hints from './tables/file-hints.json' with { type: 'json' };

for (const [language, schema, text, accept] of hints as [string, object, string, string | null][])
  test(`says before choosing: ${text || 'nothing'} (${language} ${JSON.stringify(schema)})`, () => {
    const numbers = localeNumbers(language, null);
    assert.equal(fileHint(schema, MESSAGES[language]!, numbers), text);
    assert.equal(fileRules(schema).accept ?? null, accept);
  });

test('the largest file fits, and no larger one does', () => {
  for (const maxLength of [100, 101, 102, 103, 2_000])
    for (const schema of [
      { format: 'data-url', contentMediaType: 'image/jpeg', maxLength },
      { contentEncoding: 'base64', maxLength },
    ]) {
      const largest = largestFile(schema);
      const textOf = (bytes: number) =>
        ('format' in schema ? headOf('image/jpeg') : '') +
        Buffer.alloc(bytes, 'x').toString('base64');
      assert.ok(isValid(schema, textOf(largest)), JSON.stringify({ schema, largest }));
      assert.ok(!isValid(schema, textOf(largest + 1)), JSON.stringify({ schema, largest }));
    }
  assert.equal(largestFile({ format: 'data-url' }), Infinity);
  assert.equal(largestFile({ format: 'data-url', maxLength: 10 }), 0);
  assert.equal(largestFile({ contentEncoding: 'base64', maxLength: 4_000 }, 400), 300);
});

const english = (fault: FileFault) =>
  fileFaultText(fault, MESSAGES['en']!, localeNumbers('en', null));

test('says how large a file is, and how large it may be, in the same unit', () => {
  const tooLarge = (bytes: number, largest: number) =>
    english({ kind: 'tooLarge', bytes, largest });
  assert.equal(tooLarge(3_400_000, 1_500_000), 'This file is 3.4 MB. The limit is 1.5 MB.');
  assert.equal(
    tooLarge(1_500_001, 1_500_000),
    'This file is 1,500,001 B. The limit is 1,500,000 B.',
  );
  const numbers = localeNumbers('es', 'PE');
  assert.deepEqual(
    [12, 999, 1_499, 99_499, 149_999, 1_000_000, 12_345_678].map((n) => sizeText(n, numbers)),
    ['12 B', '999 B', '1 kB', '99 kB', '0.1 MB', '1 MB', '12.3 MB'],
  );
});

test('every fault of a file has a text of its own', () => {
  const faults: FileFault[] = [
    { kind: 'empty' },
    { kind: 'gone' },
    { kind: 'unreadable' },
    { kind: 'undecodable' },
    { kind: 'wrongType', contentMediaType: 'application/pdf,image/png' },
    { kind: 'tooLarge', bytes: 9, largest: 8 },
  ];
  const texts = faults.map(english);
  assert.equal(new Set(texts).size, faults.length);
  assert.match(texts[4] ?? '', /PDF or PNG/);
  for (const text of texts) assert.doesNotMatch(text, /[{}]|undefined|character/);
});

test('a prefilled file that is too large is told in bytes, never in characters', () => {
  const schema = { format: 'data-url', maxLength: 4_000 };
  const file = `data:application/pdf;base64,${Buffer.alloc(9_000, 'x').toString('base64')}`;
  const [violation] = violationsOf(check(schema, file), file);
  assert.ok(violation);
  const field = { messages: { label: 'CV', ask: 'your CV' }, inputMethod: 'chosen' } as const;
  assert.equal(
    errorMessage(violation, field, MESSAGES['en']!, localeNumbers('en', null).format),
    'CV: This file is 9 kB. The limit is 3 kB.',
  );
});
