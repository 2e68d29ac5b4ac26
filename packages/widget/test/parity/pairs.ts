import type { FormSchema } from 'precandidate-contract';
import { type Json, RandomData } from './random-data.ts';
import { RandomSchemas } from './random-schemas.ts';
import { Seeded } from './seeded.ts';

export const DATA_PER_SCHEMA = 80;

/** One schema, and the data to validate against it. */
export interface Pairs {
  schema: FormSchema;
  data: Json[];
}

/** The pairs of the schema with this number. Every second schema is in 2020-12. */
export function pairsOf(seed: number, index: number): Pairs {
  const random = new Seeded(Math.imul(seed, 7919) + index);
  const draft = index % 2 === 0 ? 'draft-07' : '2020-12';
  const hasInheritedNames = random.chance(0.3);
  const schemas = new RandomSchemas(random, draft, hasInheritedNames);
  const schema = schemas.root(random.chance(0.08) ? 3 : 2) as unknown as FormSchema;
  const source = new RandomData(random, schema, hasInheritedNames);
  const data = Array.from({ length: DATA_PER_SCHEMA }, (_, item) =>
    item % 4 === 3 ? source.anything() : source.fitting(),
  );
  return { schema, data };
}
