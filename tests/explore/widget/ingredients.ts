import fc, { type Arbitrary } from 'fast-check';
import type { Json } from './form.ts';

/** A question or a container, without names. Indexes count modulo what there is. */
export type Node =
  | { is: 'text'; format: TextFormat; isNullable: boolean; hasEmptyDefault: boolean }
  | { is: 'number'; isWhole: boolean; least: number | undefined; default: number | undefined }
  | { is: 'yesNo'; default: boolean | undefined }
  | { is: 'consent' }
  | { is: 'choice'; values: readonly Json[]; as: 'enum' | 'oneOf' | 'anyOf'; hasDefault: boolean }
  | { is: 'several'; count: number }
  | { is: 'date' }
  | { is: 'file'; isBase64: boolean }
  | { is: 'constant'; value: Json; hasTitle: boolean }
  | { is: 'untyped' }
  | { is: 'group'; object: ObjectNode }
  | { is: 'list'; item: Node; least: number; most: number | undefined }
  | { is: 'tuple'; items: readonly Node[] };

export type TextFormat = 'none' | 'email' | 'uri' | 'pattern' | 'short' | 'long' | 'unknown';

export interface Member {
  node: Node;
  isRequired: boolean;
  hasTitle: boolean;
  /** See `Names.next`. */
  naming: number;
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
  | {
      is: 'dependencies';
      on: number;
      adds: readonly Member[];
    }
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
}

const TEXT_FORMATS: TextFormat[] = ['none', 'email', 'uri', 'pattern', 'short', 'long', 'unknown'];
const CHOICES: Json[][] = [
  ['red', 'blue'],
  ['red', 'blue', null],
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven'],
  [1, 2, 3],
  [true, false, null],
  Array.from({ length: 24 }, (_, at) => `Town ${at + 1}`),
];

/** True once in `weight + 1` times; reduced to false. */
export const seldom = (weight = 4) => fc.nat({ max: weight }).map((at) => at === weight);
const often = (weight = 4) => fc.nat({ max: weight }).map((at) => at !== weight);
export const rarely = <Value>(value: Arbitrary<Value>, weight = 4) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const choice = fc.record({
  is: fc.constant('choice' as const),
  values: fc.constantFrom(...CHOICES),
  as: fc.constantFrom('enum' as const, 'oneOf' as const, 'anyOf' as const),
  hasDefault: seldom(5),
});
const yesNo = fc.record({ is: fc.constant('yesNo' as const), default: rarely(fc.boolean()) });
const leaf: Arbitrary<Node> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('text' as const),
      format: fc.constantFrom(...TEXT_FORMATS),
      isNullable: seldom(6),
      hasEmptyDefault: seldom(6),
    }),
  },
  { weight: 4, arbitrary: yesNo },
  { weight: 3, arbitrary: choice },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('number' as const),
      isWhole: fc.boolean(),
      least: rarely(fc.constantFrom(0, 1, 5)),
      default: rarely(fc.constantFrom(0, 7)),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'consent' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('several' as const), count: fc.constantFrom(3, 20) }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'date' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('file' as const), isBase64: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('constant' as const),
      value: fc.constantFrom<Json>('fixed', 'acknowledged', 3, false),
      hasTitle: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'untyped' as const }) },
);

interface Parts {
  node: Node;
  member: Member;
  object: ObjectNode;
  rule: Rule;
}
type Tie = fc.LetrecTypedTie<Parts>;

const few = (tie: Tie, most: number) => fc.array(tie('member'), { minLength: 1, maxLength: most });
const index = fc.nat({ max: 5 });

function groups(tie: Tie): Arbitrary<Node> {
  return fc.record({ is: fc.constant('group' as const), object: tie('object') });
}

function nodes(tie: Tie): Arbitrary<Node> {
  const list = fc.record({
    is: fc.constant('list' as const),
    item: fc.oneof(leaf, groups(tie)),
    least: fc.nat({ max: 2 }),
    most: rarely(fc.constantFrom(2, 3)),
  });
  const tuple = fc.record({
    is: fc.constant('tuple' as const),
    items: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
  });
  return fc.oneof(
    { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: leaf },
    { weight: 2, arbitrary: groups(tie) },
    { weight: 2, arbitrary: list },
    { weight: 1, arbitrary: tuple },
  );
}

function rules(tie: Tie): Arbitrary<Rule> {
  const condition = fc.record({
    is: fc.constant('if' as const),
    on: index,
    value: fc.nat({ max: 2 }),
    isInAllOf: fc.boolean(),
    then: few(tie, 2),
    else: fc.oneof(fc.constant([]), few(tie, 1)),
    otherwise: fc.constantFrom('nothing' as const, 'nothing' as const, 'forbidden' as const),
  });
  const dependencies = fc.record({
    is: fc.constant('dependencies' as const),
    on: index,
    adds: few(tie, 2),
  });
  const needs = fc.record({
    is: fc.constant('dependentRequired' as const),
    on: index,
    needs: index,
  });
  const branches = fc.record({
    is: fc.constant('branches' as const),
    keyword: fc.constantFrom('oneOf' as const, 'anyOf' as const),
    by: fc.constantFrom<BranchedBy>('yesNo', 'constant', 'required', 'nothing'),
    hasTitles: fc.boolean(),
    isInAllOf: seldom(3),
    branches: fc.array(few(tie, 2), { minLength: 2, maxLength: 3 }),
  });
  const part = fc.record({
    is: fc.constant('part' as const),
    members: few(tie, 2),
    rest: fc.constantFrom('absent' as const, 'open' as const, 'schema' as const),
  });
  return fc.oneof(
    { weight: 4, arbitrary: condition },
    { weight: 2, arbitrary: dependencies },
    { weight: 1, arbitrary: needs },
    { weight: 3, arbitrary: branches },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('not' as const), on: index }) },
    { weight: 1, arbitrary: part },
  );
}

const { object } = fc.letrec<Parts>((tie: Tie) => ({
  node: nodes(tie),
  member: fc.record({
    node: tie('node'),
    isRequired: fc.boolean(),
    hasTitle: often(5),
    naming: fc.nat({ max: 11 }),
  }),
  object: fc.record({
    members: few(tie, 3),
    rules: fc.array(tie('rule'), { maxLength: 2 }),
    rest: fc.constantFrom('absent', 'absent', 'absent', 'closed', 'open', 'schema'),
    reference: fc.constantFrom(
      ...(['none', 'none', 'none', 'none', 'definitions', 'components', 'anchor'] as const),
    ),
  }),
  rule: rules(tie),
}));

/** Forms from every ingredient, nested in groups and list entries. */
export const forms: Arbitrary<FormNode> = fc.record({
  object,
  draft: fc.constantFrom('unnamed', 'draft-07', 'draft-04', 'draft-06', '2019-09', '2020-12'),
  title: seldom(3),
});
