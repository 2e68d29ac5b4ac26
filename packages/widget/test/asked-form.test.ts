import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UiSchema } from '@rjsf/utils';
import type { FormSchema } from 'precandidate-contract';
import { AskedForm } from '../src/form/asked-form/asked-form.ts';
import { themeOptions } from '../src/form/asked-form/field-info.ts';
import { changesSince, renderedFields } from '../src/form/form-changes.ts';
import { FormModel } from '../src/form/model/form-model.ts';
import { MESSAGES } from '../src/i18n/messages.build.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { sourceOf } from './message-source.ts';

const { es } = MESSAGES as Record<'es', Messages>;
const SOURCE = sourceOf(es);

const schemaOf = (properties: object) => ({ type: 'object', properties }) as unknown as FormSchema;

function open(schema: FormSchema, uiSchema?: UiSchema) {
  const model = new FormModel({ schema, onBroken: (cause) => assert.fail(String(cause)) });
  const askedForm = new AskedForm({ model, source: () => SOURCE, uiSchema });
  return { model, askedForm };
}

const labelsIn = ({ all }: AskedForm) => all.slice(1).map(({ info }) => info.messages.label);

test('fields of one object with the same title are told apart by their names', () => {
  const identifier = { type: 'string', title: 'Identifier' };
  const group = { type: 'object', title: 'Group', properties: { id: identifier } };
  const { askedForm } = open(
    schemaOf({ profileId: identifier, identifier, other: group, more: group }),
  );
  assert.deepEqual(labelsIn(askedForm), [
    'Identifier – Profile id',
    'Identifier',
    'Group – Other',
    'Identifier',
    'Group – More',
    'Identifier',
  ]);
});

test('free fields with the same schema are told apart, but not the entries of a list', () => {
  const years = { type: 'integer', title: 'Years' };
  const skills = {
    type: 'object',
    propertyNames: { enum: ['java', 'go'] },
    additionalProperties: years,
  };
  const { askedForm } = open(
    schemaOf({ skills, list: { type: 'array', items: years, minItems: 2 } }),
  );
  const labels = ['Skills', 'Years – Java', 'Years – Go', 'List', 'Years 1', 'Years 2'];
  assert.deepEqual(labelsIn(askedForm), labels);
});

test('the host names a list, its button, and its entries, which are told apart by their numbers', () => {
  const jobs = { type: 'array', title: 'SERVICE_LIST', minItems: 2, items: { type: 'string' } };
  const named = (uiSchema: UiSchema) => {
    const { askedForm } = open(schemaOf({ jobs }), { jobs: uiSchema });
    const button = themeOptions(askedForm.all[1]?.info.uiSchema).entry;
    return [...labelsIn(askedForm), button];
  };
  assert.deepEqual(named({ 'ui:title': 'Jobs' }), ['Jobs', 'Jobs 1', 'Jobs 2', 'Jobs']);
  assert.deepEqual(named({ 'ui:title': 'Jobs', items: { 'ui:title': 'Job' } }), [
    'Jobs',
    'Job 1',
    'Job 2',
    'Job',
  ]);
});

test('a field is optional where null is allowed, and required where anything refuses null', () => {
  const isRequired = (field: object) => {
    const { askedForm } = open({ ...schemaOf({ field }), required: ['field'] });
    return askedForm.all[1]?.info.isRequired;
  };
  const text = { type: ['string', 'null'] };
  const list = { type: ['array', 'null'], items: { type: 'string', enum: ['day', 'night'] } };
  for (const nullable of [
    text,
    { ...text, enum: ['day', 'night', null] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    list,
  ])
    assert.equal(isRequired(nullable), false, JSON.stringify(nullable));
  for (const demanded of [
    { ...text, enum: ['day', 'night'] },
    { ...text, const: 'day', title: 'Day' },
    { ...text, oneOf: [{ const: 'day', title: 'Day' }, { const: 'night' }] },
    { ...text, not: { type: 'null' } },
    { ...text, not: { enum: [null, ''] } },
    { anyOf: [{ type: 'string' }, { type: 'null' }], not: { const: null } },
    { ...list, allOf: [{ type: 'array', minItems: 1 }] },
  ])
    assert.equal(isRequired(demanded), true, JSON.stringify(demanded));
});

test('a readOnly choice is text with each value that the schema accepts, and is sent', () => {
  const choicesOf = (value: unknown) => [
    { enum: ['x', value] },
    {
      oneOf: [
        { const: 'x', title: 'X' },
        { const: value, title: 'Other' },
      ],
    },
  ];
  for (const value of ['y', false, null, 0, '', { a: 1 }, [2]])
    for (const choice of choicesOf(value)) {
      const field = { ...choice, readOnly: true, default: structuredClone(value) };
      const { model, askedForm } = open(schemaOf({ field }));
      assert.equal(askedForm.all[1]?.info.isReadOnly, true, JSON.stringify(field));
      assert.deepEqual(model.check(), { data: { field: value }, violations: [] });
    }
  for (const field of [{ enum: ['x', false] }, { enum: ['x', null], default: 'y' }])
    for (const isOfGroup of [true, false]) {
      const readOnly = true;
      const { askedForm } = open({
        ...schemaOf({ field: { ...field, ...(!isOfGroup && { readOnly }) } }),
        ...(isOfGroup && { readOnly }),
      });
      assert.equal(askedForm.all[1]?.info.isReadOnly, false, JSON.stringify(field));
    }
});

test('a field that came or went has the label that it has in the form', () => {
  const [pet, bird] = ['Pet', 'Bird'].map((title) => ({ type: 'string', title }));
  const { model, askedForm } = open(schemaOf({ pet }), {
    pet: { 'ui:title': 'Tu mascota' },
    bird: { 'ui:title': 'Tu ave' },
  });
  const before = renderedFields(askedForm);
  model.replaceSchema(schemaOf({ bird }));
  const changes = changesSince(before, askedForm);
  assert.deepEqual(changes.added(), ['Tu ave']);
  assert.deepEqual(changes.removed(), ['Tu mascota']);
});
