import type { Schema, Segment } from './form.ts';
import type { Json } from './json.ts';
import type { Member, Node, Rule } from './ingredients.ts';
import { type Leaf, UNTYPED } from './leaves.ts';
import type { Names } from './names.ts';
import { type Named, type Place, placeIn, propertiesOf } from './places.ts';

/** What rules need of the form's compiler. */
interface Parts {
  names: Names;
  isModern: boolean;
  hasIf: boolean;
  decisive: Set<string>;
  members(members: readonly Member[], place: Place): Named[];
  node(node: Node, label: { title: string; hasTitle: boolean }, place: Place): Schema;
  field(leaf: Leaf, title: string, place: Place): Schema;
  constant(value: Json): Schema;
  /** No answer is valid at a path, so nothing is asked there. */
  forbid(path: readonly Segment[]): void;
}

/** An object that gets rules. */
interface Target {
  members: readonly Named[];
  schema: Schema;
  place: Place;
}

type Of<Is extends Rule['is']> = Extract<Rule, { is: Is }>;
type Apply<Is extends Rule['is']> = (parts: Parts, rule: Of<Is>, target: Target) => void;

/** A schema that refuses nothing. */
export const ANYTHING: Schema = { description: 'Anything else' };

/** Decides, where no other member can. */
export const DECIDER: Member = {
  node: { is: 'leaf', leaf: 'yesNo', given: {} },
  isRequired: false,
  hasTitle: true,
  naming: 'plain',
};

/** Adds a rule to the schema of an object, if its members allow it. */
export function applyRule(parts: Parts, rule: Rule, target: Target): void {
  (RULES[rule.is] as Apply<Rule['is']>)(parts, rule, target);
}

const RULES: { [Is in Rule['is']]: Apply<Is> } = {
  if(parts, rule, target) {
    const { schema, place } = target;
    const decision = parts.hasIf ? decisionOf(parts, target, rule) : undefined;
    if (decision === undefined) return;
    const then = parts.members(rule.then, placeIn(place, 'then', decision));
    const otherwise = parts.members(rule.else, placeIn(place, 'else', { not: decision }));
    // `anyOf: []` would have no meaning.
    const isForbidden = rule.otherwise === 'forbidden' && then.length > 0;
    const forbidden = { not: { anyOf: then.map(({ name }) => ({ required: [name] })) } };
    const rules = {
      if: decision,
      then: propertiesOf(then),
      ...((otherwise.length > 0 || isForbidden) && {
        else: { ...propertiesOf(otherwise), ...(isForbidden && forbidden) },
      }),
    };
    if (rule.isInAllOf || schema.if !== undefined) push(schema, 'allOf', rules);
    else Object.assign(schema, rules);
  },

  dependencies(parts, rule, target) {
    const keyword = parts.isModern ? 'dependentSchemas' : 'dependencies';
    const trigger = triggerOf(parts, keyword, rule.on, target);
    if (trigger === undefined) return;
    const inside = placeIn(target.place, keyword, { required: [trigger] });
    addTo(target.schema, keyword, trigger, propertiesOf(parts.members(rule.adds, inside)));
  },

  dependentRequired(parts, rule, target) {
    const keyword = parts.isModern ? 'dependentRequired' : 'dependencies';
    const trigger = triggerOf(parts, keyword, rule.on, target);
    if (trigger === undefined) return;
    let needed = target.members[rule.needs]?.name;
    if (needed === undefined) {
      const { name, title } = parts.names.next();
      const inside = placeIn(target.place, 'an undefined name', { required: [trigger] });
      parts.field(UNTYPED, title, { ...inside, path: [...inside.path, name] });
      needed = name;
    }
    if (needed !== trigger) addTo(target.schema, keyword, trigger, [needed]);
  },

  branches(parts, rule, target) {
    const { keyword, by } = rule;
    const { schema, place } = target;
    const union: Schema = rule.isInAllOf ? {} : schema;
    if (union.oneOf !== undefined || union.anyOf !== undefined) return;
    const properties = schema.properties as Record<string, Schema>;
    const inside = placeIn(place, `${keyword} by ${by}`);
    const kind = parts.names.next();
    const decider = { ...inside, path: [...place.path, kind.name] };
    if (by === 'yesNo') {
      properties[kind.name] = parts.node(DECIDER.node, { ...kind, hasTitle: true }, decider);
      schema.required = [...((schema.required as string[] | undefined) ?? []), kind.name];
      parts.decisive.add(decider.path.join('/'));
    }
    // A constant that only tells branches apart: the menu answers it.
    if (by === 'constant')
      parts.field(
        { kind: 'constant', schema: parts.constant('kind 1'), isSilent: true },
        '',
        decider,
      );
    const branches = by === 'yesNo' ? rule.branches.slice(0, 2) : rule.branches;
    union[keyword] = branches.map((members, at) => {
      const title = rule.hasTitles ? { title: parts.names.next().title } : {};
      const given = members.map((each, nth) => ({
        ...each,
        isRequired: by !== 'required' && nth === 0,
      }));
      if (by === 'required') {
        const added = parts.members(given, inside);
        for (const { name, schema: each } of added) properties[name] = each;
        return { ...title, required: added.map(({ name }) => name) };
      }
      const decides = { [kind.name]: parts.constant(by === 'yesNo' ? at === 1 : `kind ${at + 1}`) };
      const chosen = { properties: decides, required: [kind.name] };
      const when = by === 'yesNo' ? placeIn(place, '', chosen).when : undefined;
      const own = propertiesOf(parts.members(given, { ...inside, when }));
      if (by === 'nothing') return { ...title, ...own };
      const required = [...(by === 'constant' ? [kind.name] : []), ...(own.required as string[])];
      return { ...title, properties: { ...decides, ...(own.properties as object) }, required };
    });
    if (rule.isInAllOf) push(schema, 'allOf', union);
  },

  not(parts, rule, target) {
    const decision = decisionOf(parts, target, { ...rule, value: 0 });
    if (decision === undefined || target.schema.not !== undefined) return;
    const { required = [], properties } = decision;
    const isRequired = target.members.some(
      (each) => each.isRequired && (required as string[]).includes(each.name),
    );
    // The form asks what it requires and refuses: nobody could send it otherwise.
    if (properties === undefined && isRequired) return;
    target.schema.not = decision;
    if (properties === undefined) parts.forbid([...target.place.path, ...(required as string[])]);
  },

  part(parts, rule, { schema, place }) {
    const added = parts.members(rule.members, placeIn(place, 'a part of allOf'));
    const rest = { open: true, schema: ANYTHING, absent: undefined }[rule.rest];
    push(schema, 'allOf', { ...propertiesOf(added), ...(rest && { additionalProperties: rest }) });
  },
};

/** The member whose answer decides, or has an answer inside that does. */
function deciderOf(
  parts: Parts,
  { members, place }: Target,
  on: number,
  canBeInside = false,
): Named | undefined {
  const deciders = members.filter(
    ({ decides, inside }) => decides !== undefined || (canBeInside && inside !== undefined),
  );
  const decider = deciders[on % Math.max(deciders.length, 1)];
  if (decider === undefined) return undefined;
  const { name, decides, inside = '' } = decider;
  const path = decides === undefined ? [name, inside] : [name];
  parts.decisive.add([...place.path, ...path].join('/'));
  return decider;
}

/** Holds for one of the answers of a member that can decide; `undefined`: none can. */
function decisionOf(
  parts: Parts,
  target: Target,
  { on, value }: { on: number; value: number },
): Schema | undefined {
  const decider = deciderOf(parts, target, on, true);
  if (decider === undefined) return undefined;
  const { name, decides, inside = '' } = decider;
  const has = (key: string, schema: Schema) => ({ properties: { [key]: schema }, required: [key] });
  if (decides === undefined) return has(name, has(inside, parts.constant(value % 2 === 0)));
  if (decides === 'presence') return { required: [name] };
  return has(name, parts.constant(decides[value % decides.length] ?? null));
}

/** The name whose presence decides; `undefined`: none can, or it does already. */
function triggerOf(parts: Parts, keyword: string, on: number, target: Target): string | undefined {
  const name = deciderOf(parts, target, on)?.name;
  const known = (target.schema[keyword] ?? {}) as Schema;
  return name === undefined || known[name] !== undefined ? undefined : name;
}

function addTo(schema: Schema, keyword: string, name: string, value: unknown): void {
  schema[keyword] = { [name]: value, ...(schema[keyword] as Schema | undefined) };
}

function push(schema: Schema, keyword: string, part: Schema): void {
  schema[keyword] = [...((schema[keyword] as Schema[] | undefined) ?? []), part];
}
