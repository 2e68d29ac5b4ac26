import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canShow, fieldKind, isFile, textKind } from '../src/form/fields/kinds.ts';
import { FormModel } from '../src/form/model/form-model.ts';

const FORMATS = ['date', 'time', 'date-time', 'data-url', 'email', 'uri', 'password', 'textarea'];

for (const format of FORMATS)
  for (const type of ['number', 'integer'] as const)
    test(`a format counts only for text: ${type} with the format ${format}`, () => {
      const schema = { type, format };
      assert.equal(
        textKind('/a', schema, () => true),
        'text',
      );
      assert.equal(fieldKind(schema, 'text'), 'text');
      assert.ok(!isFile(schema));
      for (const value of [6, 0, 'six']) assert.ok(canShow(schema, value), String(value));
      const model = new FormModel({
        schema: { type: 'object', properties: { a: schema } },
        onBroken: (cause) => assert.fail(String(cause)),
      });
      model.take({ a: 6 }, '/a');
      assert.deepEqual(model.check(), { data: { a: 6 }, violations: [] });
    });
