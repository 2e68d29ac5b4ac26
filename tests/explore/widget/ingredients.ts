import fc, { type Arbitrary } from 'fast-check';
import { often, rarely, seldom, someOf } from '../shared/chances.ts';
import { LEAVES } from './leaves.ts';
import { NAMINGS, type Naming } from './names.ts';

/** A question or a container, without names. Indexes count modulo what there is. */
export type Node =
  | { is: 'leaf'; leaf: string; given: unknown }
  | { is: 'group'; object: ObjectNode }
  | { is: 'list'; item: Node; least: number; most: number | undefined }
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
  /** `additionalProperties`, where no rule adds fields. */
  rest: 'absent' | 'closed' | 'open' | 'schema';
  /** Through a `$ref` to `definitions`, to another place in the document, or to an anchor. */
  reference: 'none' | 'definitions' | 'components' | 'anchor';
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
      by: BranchedBy;
      hasTitles: boolean;
      isInAllOf: boolean;
      branches: readonly (readonly Member[])[];
    }
  | { is: 'not'; on: number }
  | { is: 'part'; members: readonly Member[]; rest: 'absent' | 'open' | 'schema' };

type BranchedBy = 'yesNo' | 'constant' | 'required' | 'nothing';

export interface FormNode {
  object: ObjectNode;
  draft: 'unnamed' | 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';
  title: boolean;
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
const RULES = ['if', 'dependencies', 'dependentRequired', 'branches', 'not', 'part'] as const;

const traits: Arbitrary<Traits> = fc.record({
  // Something that decides is always there.
  leaves: someOf(Object.keys(LEAVES)).map((some) => [...new Set(['yesNo', 'text', ...some])]),
  containers: someOf(CONTAINERS),
  rules: someOf(RULES),
  namings: someOf(NAMINGS).map((some) => ['plain', ...some]),
  size: fc.constantFrom(1, 2, 2, 3),
});

const few = (tie: Tie, most: number) => fc.array(tie('member'), { minLength: 1, maxLength: most });
const index = fc.nat({ max: 5 });

function leafOf({ leaves }: Traits): Arbitrary<Node> {
  const all = leaves.flatMap((leaf) => {
    const { weight = 1, given = fc.constant(undefined) } = LEAVES[leaf] ?? {};
    const node = given.map((each) => ({ is: 'leaf' as const, leaf, given: each }));
    return [{ weight, arbitrary: node }];
  });
  return fc.oneof(...all);
}

function nodes(given: Traits, tie: Tie): Arbitrary<Node> {
  const leaf = leafOf(given);
  const group = fc.record({ is: fc.constant('group' as const), object: tie('object') });
  const all: Record<Traits['containers'][number], Arbitrary<Node>> = {
    group,
    list: fc.record({
      is: fc.constant('list' as const),
      item: fc.oneof(leaf, group),
      least: fc.nat({ max: 2 }),
      most: rarely(fc.constantFrom(2, 3)),
    }),
    tuple: fc.record({
      is: fc.constant('tuple' as const),
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
  const all: { [Is in Rule['is']]: { weight: number; arbitrary: Arbitrary<Rule> } } = {
    if: {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('if' as const),
        on: index,
        value: fc.nat({ max: 2 }),
        isInAllOf: fc.boolean(),
        then: few(tie, 2),
        else: fc.oneof(fc.constant([]), few(tie, 1)),
        otherwise: fc.constantFrom('nothing' as const, 'nothing' as const, 'forbidden' as const),
      }),
    },
    dependencies: {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('dependencies' as const),
        on: index,
        adds: few(tie, 2),
      }),
    },
    dependentRequired: {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('dependentRequired' as const),
        on: index,
        needs: index,
      }),
    },
    branches: {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constant('branches' as const),
        keyword: fc.constantFrom('oneOf' as const, 'anyOf' as const),
        by: fc.constantFrom<BranchedBy>('yesNo', 'constant', 'required', 'nothing'),
        hasTitles: fc.boolean(),
        isInAllOf: seldom(3),
        branches: fc.array(few(tie, 2), { minLength: 2, maxLength: 3 }),
      }),
    },
    not: { weight: 1, arbitrary: fc.record({ is: fc.constant('not' as const), on: index }) },
    part: {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('part' as const),
        members: few(tie, 2),
        rest: fc.constantFrom('absent' as const, 'open' as const, 'schema' as const),
      }),
    },
  };
  return fc.oneof(...given.rules.map((is) => all[is]));
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
      rest: fc.constantFrom('absent', 'absent', 'absent', 'closed', 'open', 'schema'),
      reference: fc.constantFrom(
        ...(['none', 'none', 'none', 'none', 'definitions', 'components', 'anchor'] as const),
      ),
    }),
    rule: rules(given, tie),
  })).object;
}

/** Forms from some of the ingredients, nested in groups and list entries. */
export const forms: Arbitrary<FormNode> = traits.chain((given) =>
  fc.record({
    object: objectsOf(given),
    draft: fc.constantFrom('unnamed', 'draft-07', 'draft-04', 'draft-06', '2019-09', '2020-12'),
    title: seldom(3),
    isMarkedUp: seldom(7),
  }),
);
