import type { Condition, Field, Schema, Segment } from './form.ts';
import type { Leaf } from './leaves.ts';

/** Where a part of a form is. */
export interface Place {
  path: readonly Segment[];
  /** See {@link Field.when}. */
  when: readonly Condition[] | undefined;
  /** What is around it, from the inside. */
  around: readonly string[];
  headings: readonly string[];
  optional: NonNullable<Field['optional']>;
  isAboutOthers?: boolean;
}

/** A member of an object with its name. */
export interface Named {
  name: string;
  schema: Schema;
  isRequired: boolean;
  decides: Leaf['decides'];
  /** A yes/no in this group. */
  inside: string | undefined;
}

/** A place inside another, where one more condition holds. */
export function placeIn(place: Place, what: string, condition?: Schema): Place {
  const when = condition && place.when && [...place.when, { at: place.path, schema: condition }];
  return { ...place, around: [what, ...place.around], ...(condition && { when }) };
}

/** What is around a question: the rule that asks it, and whether that is in a list. */
export function ingredientOf(kind: string, { around }: Place): string {
  const containers = ['$ref', 'a group', 'a list entry', 'a tuple'];
  const rule = around.find((each) => !containers.includes(each));
  const isListed = around.includes('a list entry') || around.includes('a tuple');
  const where = isListed ? 'a list' : around.includes('a group') ? 'a group' : undefined;
  return [kind, ...(rule ? [rule] : []), ...(where ? [where] : [])].join(' in ');
}

export function propertiesOf(members: readonly Named[]): Schema {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}
