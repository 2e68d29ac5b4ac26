import choices from './choices.json' with { type: 'json' };
import conditions from './conditions.json' with { type: 'json' };
import fields from './fields.json' with { type: 'json' };
import andes from './forms/andes.json' with { type: 'json' };
import awkward from './forms/awkward.json' with { type: 'json' };
import brazil from './forms/brazil.json' with { type: 'json' };
import mexico from './forms/mexico.json' with { type: 'json' };
import peru from './forms/peru.json' with { type: 'json' };
import pydantic from './forms/pydantic.json' with { type: 'json' };
import reported from './forms/reported.json' with { type: 'json' };
import sandbox from './forms/sandbox.json' with { type: 'json' };
import zodAndTypebox from './forms/zod-and-typebox.json' with { type: 'json' };
import lists from './lists.json' with { type: 'json' };
import parts from './parts.json' with { type: 'json' };
import realForms from './real-forms.json' with { type: 'json' };

/**
 * One step of a candidate, by the labels on the screen. `["Age", "40"]` types or chooses a value,
 * `["Shifts", "+days"]` toggles a box of a group, `["I agree"]` ticks a single box, and
 * `"Agregar Referencia"` presses a button. `Name#2` is the second field with that label. `file` chooses
 * a text file of that name; `expect` submits and finds an error message.
 */
export type Step =
  | string
  | readonly [label: string, answer?: string]
  | { file: string; to: string }
  | { expect: string };

/** A kind of schema, how a candidate fills it in, and what the service must receive. */
export interface Shape {
  name: string;
  schema: { type?: 'object'; properties?: object; [keyword: string]: unknown };
  /** Legends of the groups, where they matter. */
  headings?: readonly string[];
  steps: readonly Step[];
  sent: unknown;
}

const kinds = {
  field: fields,
  choice: choices,
  list: lists,
  part: parts,
  condition: conditions,
  // Shapes of published forms that a form once got wrong: VA.gov, UK CICA, Remote.com, json-editor.
  'real form': realForms,
} as unknown as Readonly<Record<string, readonly Shape[]>>;

/** Every kind of schema that a form must be able to render. */
export const SHAPES: readonly Shape[] = Object.entries(kinds).flatMap(([kind, shapes]) =>
  shapes.map((shape) => ({ ...shape, name: `${kind}: ${shape.name}` })),
);

/** A whole form, as tools generate them and as companies in each country ask. */
interface Form {
  name: string;
  /** Absent: that of `pipeline`, one of the sandbox's. */
  schema?: object;
  pipeline?: string;
  /** Default `es`. */
  locale?: string;
  /** Default Peru. */
  country?: string;
  steps: readonly Step[];
  sent: unknown;
}

export const FORMS = [
  ...andes,
  ...awkward,
  ...brazil,
  ...mexico,
  ...peru,
  ...pydantic,
  ...reported,
  ...sandbox,
  ...zodAndTypebox,
] as unknown as readonly Form[];
