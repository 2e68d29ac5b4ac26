import fc, { type Arbitrary } from 'fast-check';
import { often, rarely, seldom, someOf } from '../shared/chances.ts';
import { LEAVES } from './leaves.ts';
import { NAMINGS, type Naming } from './names.ts';

/** A question or a container, without names. Indexes count modulo what there is. */
export type Node =
  | { is: 'leaf'; leaf: string; given: unknown }
  | { is: 'group'; object: ObjectNode; hasDefault: boolean }
  | {
      is: 'list';
      item: Node;
      least: number;
      most: number | undefined;
      hasDefault: boolean;
      /** One entry must have a certain value. */
      hasContains: boolean;
    }
  | { is: 'tuple'; items: readonly Node[] };

export interface Member {
  node: Node;
  isRequired: boolean;
  hasTitle: boolean;
  naming: Naming;
}

export interface ObjectNode {
  members: readonly Member[];
  rules: readonly Rule[];
  /** What it says of other properties, where no rule adds fields, or of their number. */
  rest: 'absent' | 'closed' | 'open' | 'schema' | 'patterns' | 'some' | 'names';
  /** Through a `$ref` to `definitions`, to another place in the document, to an anchor, or to an `$id`. */
  reference: 'none' | 'definitions' | 'components' | 'anchor' | 'id';
}

/** What depends on answers. `on`: the member whose answer decides; `value`: which of its answers. */
export type Rule =
  | {
      is: 'if';
      on: number;
      value: number;
      isInAllOf: boolean;
      then: readonly Member[];
      else: readonly Member[];
      /** What the other branch says about the fields of `then`. */
      otherwise: 'nothing' | 'forbidden';
    }
  | { is: 'dependencies'; on: number; adds: readonly Member[] }
  | { is: 'dependentRequired'; on: number; needs: number }
  | {
      is: 'branches';
      keyword: 'oneOf' | 'anyOf';
      /** What tells the branches apart. */
      by: 'yesNo' | 'constant' | 'required' | 'nothing';
      hasTitles: boolean;
      isInAllOf: boolean;
      branches: readonly (readonly Member[])[];
    }
  | { is: 'not'; on: number }
  | { is: 'part'; members: readonly Member[]; rest: 'absent' | 'open' | 'schema' };

export interface FormNode {
  object: ObjectNode;
  draft: 'unnamed' | 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';
  title: boolean;
  /** The document has an `$id`. */
  hasId: boolean;
  /** Titles are written in HTML. */
  isMarkedUp: boolean;
}

interface Parts {
  node: Node;
  member: Member;
  object: ObjectNode;
  rule: Rule;
}
type Tie = fc.LetrecTypedTie<Parts>;

/** What a form is made of; each has some of everything. */
interface Traits {
  leaves: string[];
  containers: ('group' | 'list' | 'tuple')[];
  rules: Rule['is'][];
  namings: Naming[];
  /** Members of an object at most. */
  size: number;
}

const CONTAINERS = ['group', 'list', 'tuple'] as const;
const RESTS = [
  ...(['absent', 'absent', 'absent', 'closed', 'open'] as const),
  ...(['schema', 'patterns', 'some', 'names'] as const),
];
const RULES = ['if', 'dependencies', 'dependentRequired', 'branches', 'not', 'part'] as const;

const traitsOf = (leaves: readonly string[]): Arbitrary<Traits> =>
  fc.record({
    // Something that decides is always there.
    leaves: someOf(leaves).map((some) => [...new Set(['yesNo', 'text', ...some])]),
    containers: someOf(CONTAINERS),
    rules: someOf(RULES),
    namings: someOf(NAMINGS).map((some) => ['plain', ...some]),
    size: fc.constantFrom(1, 1, 2, 2, 3),
  });

const few = (tie: Tie, most: number) => fc.array(tie('member'), { minLength: 1, maxLength: most });
const index = fc.nat({ max: 5 });
const is = <Is extends string>(name: Is) => fc.constant(name);

function leafOf({ leaves }: Traits): Arbitrary<Node> {
  const all = leaves.flatMap((leaf) => {
    const { weight = 1, given = fc.constant(undefined) } = LEAVES[leaf] ?? {};
    const arbitrary = fc.record({ is: is('leaf'), leaf: fc.constant(leaf), given });
    return [{ weight, arbitrary }];
  });
  return fc.oneof(...all);
}

function nodes(given: Traits, tie: Tie): Arbitrary<Node> {
  const leaf = leafOf(given);
  const group = fc.record({ is: is('group'), object: tie('object'), hasDefault: seldom(6) });
  const all: Record<Traits['containers'][number], Arbitrary<Node>> = {
    group,
    list: fc.record({
      is: is('list'),
      item: fc.oneof(leaf, group),
      least: fc.nat({ max: 2 }),
      most: rarely(fc.constantFrom(2, 3)),
      hasDefault: seldom(),
      hasContains: seldom(6),
    }),
    tuple: fc.record({
      is: is('tuple'),
      items: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
    }),
  };
  const weights = { group: 3, list: 2, tuple: 1 };
  return fc.oneof(
    { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: leaf },
    ...given.containers.map((each) => ({ weight: weights[each], arbitrary: all[each] })),
  );
}

function rules(given: Traits, tie: Tie): Arbitrary<Rule> {
  const all: { [Is in Rule['is']]: [weight: number, arbitrary: Arbitrary<Rule>] } = {
    if: [
      4,
      fc.record({
        is: is('if'),
        on: index,
        value: fc.nat({ max: 2 }),
        isInAllOf: fc.boolean(),
        then: fc.array(tie('member'), { maxLength: 2 }),
        else: fc.oneof(fc.constant([]), few(tie, 1)),
        otherwise: fc.constantFrom('nothing', 'nothing', 'forbidden'),
      }),
    ],
    dependencies: [2, fc.record({ is: is('dependencies'), on: index, adds: few(tie, 2) })],
    dependentRequired: [1, fc.record({ is: is('dependentRequired'), on: index, needs: index })],
    branches: [
      3,
      fc.record({
        is: is('branches'),
        keyword: fc.constantFrom('oneOf', 'anyOf'),
        by: fc.constantFrom('yesNo', 'constant', 'required', 'nothing'),
        hasTitles: fc.boolean(),
        isInAllOf: seldom(3),
        branches: fc.array(few(tie, 2), { minLength: 2, maxLength: 3 }),
      }),
    ],
    not: [1, fc.record({ is: is('not'), on: index })],
    part: [
      1,
      fc.record({
        is: is('part'),
        members: few(tie, 2),
        rest: fc.constantFrom('absent', 'open', 'schema'),
      }),
    ],
  };
  return fc.oneof(
    ...given.rules.map((name) => ({ weight: all[name][0], arbitrary: all[name][1] })),
  );
}

function objectsOf(given: Traits): Arbitrary<ObjectNode> {
  return fc.letrec<Parts>((tie: Tie) => ({
    node: nodes(given, tie),
    member: fc.record({
      node: tie('node'),
      isRequired: fc.boolean(),
      hasTitle: often(5),
      naming: fc.constantFrom(...given.namings),
    }),
    object: fc.record({
      members: few(tie, given.size),
      rules: fc.array(tie('rule'), { maxLength: 2 }),
      rest: fc.constantFrom(...RESTS),
      reference: fc.constantFrom(
        ...(['none', 'none', 'none', 'none', 'definitions', 'components', 'anchor', 'id'] as const),
      ),
    }),
    rule: rules(given, tie),
  })).object;
}

/** Forms from some of the ingredients, nested in groups and list entries. */
export const formsWithout = (without: readonly string[]): Arbitrary<FormNode> =>
  traitsOf(Object.keys(LEAVES).filter((name) => !without.includes(name))).chain((given) =>
    fc.record({
      object: objectsOf(given),
      draft: fc.constantFrom('unnamed', 'draft-07', 'draft-04', 'draft-06', '2019-09', '2020-12'),
      title: seldom(3),
      hasId: seldom(1),
      isMarkedUp: seldom(7),
    }),
  );
