import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAFT_URIS, type FormSchema, LONGEST_TEXT } from 'precandidate-contract';
import { compileChecker } from 'precandidate-proxy';
import { sanitizeSchema } from '../../packages/proxy/src/sanitizer/sanitize-schema.ts';
import { check } from '../../packages/widget/src/validation/validator.ts';
import files from './files.json' with { type: 'json' };

const described = ({ instancePath, keyword, params }: ReturnType<typeof check>[number]) =>
  `${instancePath} ${keyword} ${JSON.stringify(params)}`;

for (const $schema of Object.values(DRAFT_URIS))
  for (const own of files.schemas)
    test(`the element and the proxy judge files alike: ${JSON.stringify(own)} ${$schema}`, () => {
      const form = { $schema, type: 'object', properties: { file: own } } as unknown as FormSchema;
      const { schema } = sanitizeSchema(form);
      const checker = compileChecker(schema);
      const long = ['x'.repeat(LONGEST_TEXT), 'x'.repeat(LONGEST_TEXT + 1)];
      for (const file of [...files.texts, ...long]) {
        const ours = check(schema, { file }).map(described);
        const theirs = checker({ file }).map((error) => described({ ...error, branches: [] }));
        assert.deepEqual(ours.sort(), theirs.sort(), file.slice(0, 80));
      }
    });
