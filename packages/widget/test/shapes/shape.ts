/**
 * One step of a candidate, by the labels on the screen. `['Age', '40']` types or chooses a value,
 * `['Shifts', '+days']` toggles a box of a group, `['I agree']` ticks a single box, and
 * `'Agregar Referencia'` presses a button. `Name#2` is the second field with that label.
 */
export type Step = string | readonly [label: string, answer?: string];

/** A kind of schema, how a candidate fills it in, and what the service must receive. */
export interface Shape {
  name: string;
  schema: { type?: 'object'; properties?: object; [keyword: string]: unknown };
  /** Legends of the groups, where they matter. */
  headings?: readonly string[];
  steps: readonly Step[];
  sent: unknown;
}
