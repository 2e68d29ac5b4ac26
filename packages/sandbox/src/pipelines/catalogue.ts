import { brazilFull } from './brazil.ts';
import { candidateScreening } from './candidate-screening.ts';
import { chileBasic } from './chile.ts';
import { everything } from './everything.ts';
import { mexicoBasic } from './mexico.ts';
import { peruBasic, peruFull } from './peru.ts';
import type { Pipeline } from './pipeline.ts';
import { referenceCheck } from './reference-check.ts';
import { noFields, oddNames } from './special.ts';

/** The pipelines that every sandbox account has. */
export const CATALOGUE: readonly Pipeline[] = [
  peruBasic,
  peruFull,
  brazilFull,
  mexicoBasic,
  chileBasic,
  candidateScreening,
  referenceCheck,
  noFields,
  oddNames,
  everything,
];
