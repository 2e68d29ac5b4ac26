import { CHOICES } from './choices.ts';
import { CONDITIONS } from './conditions.ts';
import { FIELDS } from './fields.ts';
import { LISTS } from './lists.ts';
import { PARTS } from './parts.ts';
import { REAL_FORMS } from './real-forms.ts';
import type { Shape } from './shape.ts';

const kinds = {
  field: FIELDS,
  choice: CHOICES,
  list: LISTS,
  part: PARTS,
  condition: CONDITIONS,
  'real form': REAL_FORMS,
};

/** Every kind of schema that a form must be able to render. */
export const SHAPES: readonly Shape[] = Object.entries(kinds).flatMap(([kind, shapes]) =>
  shapes.map((shape) => ({ ...shape, name: `${kind}: ${shape.name}` })),
);
