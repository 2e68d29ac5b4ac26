import type { Condition, Field, Form, Json, Schema, Segment } from './form.ts';
import type { FormNode, Member, Node, ObjectNode, Rule } from './ingredients.ts';
import { type Leaf, LEAVES } from './leaves.ts';
import { Names } from './names.ts';

const URIS: Record<FormNode['draft'], string | undefined> = {
  unnamed: undefined,
  'draft-04': 'http://json-schema.org/draft-04/schema#',
  'draft-06': 'http://json-schema.org/draft-06/schema#',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** Where a part of the form is. */
interface Place {
  path: readonly Segment[];
  /** See {@link Field.when}. */
  when: readonly Condition[] | undefined;
  /** What is around it, from the inside. */
  around: readonly string[];
  headings: readonly string[];
  isAboutOthers?: boolean;
}

interface Named {
  name: string;
  schema: Schema;
  isRequired: boolean;
  decides: Leaf['decides'];
}

/** Names the parts of a form, and collects what the oracle needs to know about its questions. */
export function compileForm({ object, draft, title, isMarkedUp }: FormNode): Form {
  const compiler = new Compiler(draft, isMarkedUp);
  const schema = compiler.object(
    { ...object, reference: 'none' },
    { path: [], when: [], around: [], headings: [] },
  );
  const uri = URIS[draft];
  return {
    schema: {
      ...(uri && { $schema: uri }),
      ...(title && { title: 'Application' }),
      ...schema,
      ...compiler.targets,
    },
    fields: compiler.fields,
  };
}

/** A schema that refuses nothing. */
const ANYTHING: Schema = { description: 'Anything else' };

/** Decides, where no other member can. */
const DECIDER: Member = {
  node: { is: 'leaf', leaf: 'yesNo', given: undefined },
  isRequired: false,
  hasTitle: true,
  naming: 'plain',
};

class Compiler {
  readonly fields: Field[] = [];
  /** What references lead to. */
  readonly targets: { [keyword: string]: Record<string, Schema | Record<string, Schema>> } = {};
  readonly #byReference = new Map<string, Schema>();
  readonly #names = new Names();
  readonly #draft: FormNode['draft'];
  readonly #isMarkedUp: boolean;

  constructor(draft: FormNode['draft'], isMarkedUp: boolean) {
    this.#draft = draft;
    this.#isMarkedUp = isMarkedUp;
  }

  get #isModern(): boolean {
    return this.#draft === '2019-09' || this.#draft === '2020-12';
  }

  #resolve(schema: Schema): Schema {
    const { $ref } = schema;
    return typeof $ref === 'string' ? (this.#byReference.get($ref) ?? schema) : schema;
  }

  object(node: ObjectNode, place: Place): Schema {
    const inside = node.reference === 'none' ? place : around(place, '$ref');
    const needsDecider = node.rules.some(({ is }) => is === 'if' || is === 'dependencies');
    const hasDecider = node.members.some((member) => this.#decides(member.node) !== undefined);
    const own = needsDecider && !hasDecider ? [...node.members, DECIDER] : node.members;
    const members = own.map((member) => this.#member(member, inside));
    const schema: Schema = { type: 'object', ...propertiesOf(members) };
    for (const rule of node.rules) this.#rule(rule, members, schema, inside);
    this.#close(node, schema);
    return this.#referenced(schema, node.reference);
  }

  #referenced(schema: Schema, reference: ObjectNode['reference']): Schema {
    if (reference === 'none') return schema;
    const name = `part${this.#byReference.size + 1}`;
    const isAnchor = reference === 'anchor' && this.#isModern;
    const keyword = this.#isModern ? '$defs' : 'definitions';
    if (isAnchor) schema.$anchor = name;
    const [first, ...more] = reference === 'components' ? ['components', 'schemas'] : [keyword];
    const folder = (this.targets[first ?? ''] ??= {});
    const target = more.length > 0 ? ((folder.schemas ??= {}) as Record<string, Schema>) : folder;
    target[name] = schema;
    const $ref = isAnchor ? `#${name}` : `#/${[first, ...more, name].join('/')}`;
    this.#byReference.set($ref, schema);
    return { $ref };
  }

  #close({ rest, rules }: ObjectNode, schema: Schema): void {
    if (rest === 'open') schema.additionalProperties = true;
    if (rest === 'schema') schema.additionalProperties = ANYTHING;
    if (rest !== 'closed') return;
    if (rules.every((rule) => rule.is === 'not')) schema.additionalProperties = false;
    else if (this.#isModern) schema.unevaluatedProperties = false;
  }

  #member({ node, isRequired, hasTitle, naming }: Member, place: Place): Named {
    const { name, title, isOdd, ...own } = this.#names.next(naming);
    const isAboutOthers = own.isAboutOthers || place.isAboutOthers === true;
    const at = { ...place, path: [...place.path, name], isAboutOthers };
    const schema = this.#node(node, title, hasTitle || isOdd, at);
    return { name, schema, isRequired, decides: this.#decides(node) };
  }

  #titled(title: string): Schema {
    const texts = { title: `<p>${title}</p>`, description: '<ul><li>One <b>fact</b></li></ul>' };
    return this.#isMarkedUp ? texts : { title };
  }

  #node(node: Node, title: string, hasTitle: boolean, place: Place): Schema {
    const titled = hasTitle ? this.#titled(title) : {};
    switch (node.is) {
      case 'group': {
        const headings = hasTitle ? [...place.headings, title] : place.headings;
        const schema = this.object(node.object, around({ ...place, headings }, 'a group'));
        Object.assign(this.#resolve(schema), titled);
        return schema;
      }
      case 'list': {
        const entry = around({ ...place, path: [...place.path, '*'] }, 'a list entry');
        const items = this.#node(node.item, title, false, entry);
        const { least, most } = node;
        const limits = {
          ...(least > 0 && { minItems: least }),
          ...(most !== undefined && { maxItems: Math.max(most, least) }),
        };
        return { type: 'array', ...titled, items, ...limits };
      }
      case 'tuple': {
        const items = node.items.map((item, at) => {
          const inside = around({ ...place, path: [...place.path, at] }, 'a tuple');
          return this.#node(item, this.#names.next().title, true, inside);
        });
        const keyword = this.#draft === '2020-12' ? 'prefixItems' : 'items';
        const most = { minItems: items.length, maxItems: items.length };
        return { type: 'array', ...titled, [keyword]: items, ...most };
      }
      case 'leaf':
        return this.#leaf(this.#leafOf(node), title, hasTitle, place);
    }
  }

  #leafOf({ leaf, given }: Node & { is: 'leaf' }): Leaf {
    const found = LEAVES[leaf]?.leaf(given, (value) => this.#constant(value));
    if (found === undefined) throw new Error(`no leaf ${leaf}`);
    return found;
  }

  #decides(node: Node): Leaf['decides'] {
    return node.is === 'leaf' ? this.#leafOf(node).decides : undefined;
  }

  #leaf(leaf: Leaf, title: string, hasTitle: boolean, place: Place): Schema {
    const { words = leaf.kind, decides: _decides, ...field } = leaf;
    const schema = {
      ...leaf.schema,
      ...(hasTitle && words !== 'constant' && this.#titled(title)),
    };
    const { path, when, headings, isAboutOthers } = place;
    this.fields.push({
      ...field,
      title,
      path,
      schema,
      ...(when && { when }),
      ...(headings.length > 0 && { headings }),
      ...(isAboutOthers && { isAboutOthers }),
      ingredient: ingredientOf(words, place),
    });
    return schema;
  }

  #rule(rule: Rule, members: readonly Named[], schema: Schema, place: Place): void {
    switch (rule.is) {
      case 'if':
        return this.#if(rule, members, schema, place);
      case 'dependencies':
      case 'dependentRequired':
        return this.#dependencies(rule, members, schema, place);
      case 'branches':
        return this.#branches(rule, schema, place);
      case 'not': {
        const decision = this.#decision(members, rule.on, 0);
        if (decision && schema.not === undefined) schema.not = decision;
        return;
      }
      case 'part': {
        const inside = around(place, 'a part of allOf');
        const added = rule.members.map((member) => this.#member(member, inside));
        const rest = { open: true, schema: ANYTHING, absent: undefined }[rule.rest];
        const part = { ...propertiesOf(added), ...(rest && { additionalProperties: rest }) };
        push(schema, 'allOf', part);
      }
    }
  }

  #if(rule: Rule & { is: 'if' }, members: readonly Named[], schema: Schema, place: Place): void {
    const decision = this.#decision(members, rule.on, rule.value);
    const isKnown = this.#draft !== 'draft-04' && this.#draft !== 'draft-06';
    if (decision === undefined || !isKnown) return;
    const added = (all: readonly Member[], where: string, condition: Schema) => {
      const inside = around(place, where);
      const when = inside.when && [...inside.when, { at: place.path, schema: condition }];
      return all.map((member) => this.#member(member, { ...inside, when }));
    };
    const then = added(rule.then, 'then', decision);
    const otherwise = added(rule.else, 'else', { not: decision });
    const forbidden = { not: { anyOf: then.map(({ name }) => ({ required: [name] })) } };
    const isForbidden = rule.otherwise === 'forbidden';
    const rules = {
      if: decision,
      then: propertiesOf(then),
      ...((otherwise.length > 0 || isForbidden) && {
        else: { ...propertiesOf(otherwise), ...(isForbidden && forbidden) },
      }),
    };
    if (rule.isInAllOf || schema.if !== undefined) push(schema, 'allOf', rules);
    else Object.assign(schema, rules);
  }

  #dependencies(
    rule: Rule & { is: 'dependencies' | 'dependentRequired' },
    members: readonly Named[],
    schema: Schema,
    place: Place,
  ): void {
    const deciders = members.filter(({ decides }) => decides !== undefined);
    const trigger = deciders[rule.on % Math.max(deciders.length, 1)];
    if (trigger === undefined) return;
    const present = { required: [trigger.name] };
    const add = (keyword: string, value: unknown) => {
      const all = (schema[keyword] ?? {}) as Record<string, unknown>;
      schema[keyword] = { [trigger.name]: value, ...all };
    };
    if (rule.is === 'dependentRequired') {
      const keyword = this.#isModern ? 'dependentRequired' : 'dependencies';
      if ((schema[keyword] as Schema | undefined)?.[trigger.name] !== undefined) return;
      const needed = members[rule.needs]?.name ?? this.#undefined(trigger.name, place);
      if (needed === trigger.name) return;
      return add(keyword, [needed]);
    }
    const keyword = this.#isModern ? 'dependentSchemas' : 'dependencies';
    if ((schema[keyword] as Schema | undefined)?.[trigger.name] !== undefined) return;
    const inside = around(place, keyword);
    const when = inside.when && [...inside.when, { at: place.path, schema: present }];
    const added = rule.adds.map((member) => this.#member(member, { ...inside, when }));
    add(keyword, propertiesOf(added));
  }

  /** A name that no schema defines: any text answers it. */
  #undefined(trigger: string, place: Place): string {
    const { name, title } = this.#names.next();
    const condition = { at: place.path, schema: { required: [trigger] } };
    const when = place.when && [...place.when, condition];
    const inside = around({ ...place, when, path: [...place.path, name] }, 'an undefined name');
    this.#leaf(
      this.#leafOf({ is: 'leaf', leaf: 'untyped', given: undefined }),
      title,
      false,
      inside,
    );
    return name;
  }

  #branches(rule: Rule & { is: 'branches' }, schema: Schema, place: Place): void {
    const keyword = rule.keyword;
    const target: Schema = rule.isInAllOf ? {} : schema;
    if (target.oneOf !== undefined || target.anyOf !== undefined) return;
    const { by, hasTitles } = rule;
    const kind = this.#names.next();
    const properties = schema.properties as Record<string, Schema>;
    const inside = around(place, `${keyword} by ${by}`);
    const decider = { ...inside, path: [...place.path, kind.name] };
    if (by === 'yesNo') {
      properties[kind.name] = this.#node(DECIDER.node, kind.title, true, decider);
      schema.required = [...((schema.required as string[] | undefined) ?? []), kind.name];
    }
    const given = by === 'yesNo' ? rule.branches.slice(0, 2) : rule.branches;
    target[keyword] = given.map((members, at) => {
      const value: Json = by === 'yesNo' ? at === 1 : `kind ${at + 1}`;
      const decides = this.#constant(value);
      const condition = { properties: { [kind.name]: decides }, required: [kind.name] };
      const isAlways = by === 'required';
      const chosen =
        by === 'yesNo'
          ? inside.when && [...inside.when, { at: place.path, schema: condition }]
          : undefined;
      const added = members.map((member) =>
        this.#member(member, { ...inside, when: isAlways ? inside.when : chosen }),
      );
      const title = hasTitles ? { title: this.#names.next().title } : {};
      if (isAlways) {
        for (const { name, schema: each } of added) properties[name] = each;
        return { ...title, required: added.map(({ name }) => name) };
      }
      const own = propertiesOf(added.map((each, nth) => ({ ...each, isRequired: nth === 0 })));
      if (by === 'nothing') return { ...title, ...own };
      if (by === 'constant') this.#decider(decider, decides, at);
      return {
        ...title,
        properties: { [kind.name]: decides, ...(own.properties as object) },
        required: [
          ...(by === 'constant' ? [kind.name] : []),
          ...((own.required as string[]) ?? []),
        ],
      };
    });
    if (rule.isInAllOf) push(schema, 'allOf', target);
  }

  /** A constant that only tells branches apart: the menu answers it. */
  #decider(place: Place, schema: Schema, at: number): void {
    if (at > 0) return;
    const { path } = place;
    const ingredient = ingredientOf('constant', place);
    const field = {
      title: '',
      path,
      schema,
      kind: 'constant' as const,
      isSilent: true,
      ingredient,
    };
    this.fields.push(field);
  }

  #constant(value: Json): Schema {
    return this.#draft === 'draft-04' ? { enum: [value] } : { const: value };
  }

  /** Holds for one of the answers of a member that can decide; `undefined`: none can. */
  #decision(members: readonly Named[], on: number, value: number): Schema | undefined {
    const deciders = members.filter(({ decides }) => decides !== undefined);
    const { name = '', decides } = deciders[on % Math.max(deciders.length, 1)] ?? {};
    if (decides === undefined) return undefined;
    if (decides === 'presence') return { required: [name] };
    return this.#equals(name, decides[value % decides.length]);
  }

  #equals(name: string, value: Json = null): Schema {
    return { properties: { [name]: this.#constant(value) }, required: [name] };
  }
}

function around(place: Place, what: string): Place {
  return { ...place, around: [what, ...place.around] };
}

/** What is around a question: the rule that asks it, and whether that is in a list. */
function ingredientOf(kind: string, { around: all }: Place): string {
  const containers = ['$ref', 'a group', 'a list entry', 'a tuple'];
  const rule = all.find((each) => !containers.includes(each));
  const isListed = all.includes('a list entry') || all.includes('a tuple');
  const where = isListed ? 'a list' : all.includes('a group') ? 'a group' : undefined;
  return [kind, ...(rule ? [rule] : []), ...(where ? [where] : [])].join(' in ');
}

function propertiesOf(members: readonly Omit<Named, 'decides'>[]): Schema {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}

function push(schema: Schema, keyword: string, part: Schema): void {
  schema[keyword] = [...((schema[keyword] as Schema[] | undefined) ?? []), part];
}
