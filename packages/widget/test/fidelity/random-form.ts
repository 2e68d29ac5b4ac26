import type { FormSchema } from 'precandidate-contract';
import type { Seeded } from '../parity/seeded.ts';

type Field = Record<string, unknown>;

const NAMES = ['a', 'b', 'c', 'd/e', '~x', 'ñ', 'a.b', 'two words'];
const CHOICES = ['x', '3', 'PE LIM'];

/**
 * A random form that a service could send. Unlike the schemas of the parity test, RJSF can render it in
 * reasonable time.
 */
export function randomForm(random: Seeded): FormSchema {
  return { ...part(random, 2), type: 'object' } as FormSchema;
}

function part(random: Seeded, levels: number): Field {
  const names = NAMES.filter(() => random.chance(0.5));
  const [name = 'a', other = 'b'] = names;
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((each) => [each, field(random, levels - 1)])),
    ...random.some({
      required: [0.6, () => names.filter(() => random.chance(0.5))],
      dependencies: [0.2, () => ({ [name]: random.chance(0.5) ? [other] : extra(random) })],
      allOf: [0.2, () => [{ if: has(name), then: extra(random), else: extra(random) }]],
      oneOf: [0.15, () => [extra(random), { ...extra(random), title: 'Other' }]],
      default: [0.1, () => ({ [name]: 'x' })],
    }),
  };
}

const has = (name: string): Field => ({ required: [name] });

function extra(random: Seeded): Field {
  const name = `extra ${random.below(3)}`;
  const more = { properties: { [name]: field(random, 0) } };
  return random.chance(0.5) ? { ...more, required: [name] } : more;
}

function field(random: Seeded, levels: number): Field {
  const kind = random.below(levels > 0 ? 9 : 6);
  if (kind === 0) return { type: random.pick(['number', 'integer']), minimum: random.below(5) };
  if (kind === 1) return { type: 'boolean', ...random.some({ default: [0.3, () => true] }) };
  if (kind === 2)
    return { type: 'string', enum: CHOICES, ...random.some({ default: [0.3, () => 'x'] }) };
  if (kind === 3) return { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] };
  if (kind === 4) return { oneOf: [{ type: 'integer' }, { type: 'string', maxLength: 4 }] };
  if (kind === 6) return part(random, levels);
  if (kind === 7) return list(part(random, levels), random);
  if (kind === 8) return list({ type: 'string', enum: CHOICES }, random);
  return text(random);
}

function text(random: Seeded): Field {
  return {
    type: random.chance(0.8) ? 'string' : ['string', 'null'],
    ...random.some({
      minLength: [0.3, () => random.below(5)],
      maxLength: [0.3, () => 4 + random.below(6)],
      pattern: [0.2, () => '^[0-9]+$'],
      format: [0.3, () => random.pick(['email', 'date', 'uri'])],
    }),
  };
}

function list(items: Field, random: Seeded): Field {
  return {
    type: 'array',
    items,
    ...random.some({
      minItems: [0.4, () => random.below(3)],
      maxItems: [0.3, () => 2],
      uniqueItems: [0.4, () => true],
    }),
  };
}
