/**
 * One step of a candidate, by the words on the screen. `['Age', '40']` types into a field or chooses
 * in it, `['Shifts', '+days']` ticks a box or takes the tick away, `['I agree']` ticks a box of its
 * own, `'Agregar Referencia'` presses a button. `Name#2` is the second of that name.
 */
export type Step = string | readonly [label: string, answer?: string];

/** A kind of schema, how a candidate fills it in, and what the service must have got of it. */
export interface Shape {
  name: string;
  schema: { type?: 'object'; properties?: object; [keyword: string]: unknown };
  steps: readonly Step[];
  sent: unknown;
}
