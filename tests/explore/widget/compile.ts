import { ANYTHING, applyRule, DECIDER } from './compile-rules.ts';
import type { Field, Form, Schema, Segment } from './form.ts';
import type { Json } from './json.ts';
import type { FormNode, Member, Node, ObjectNode } from './ingredients.ts';
import { type Leaf, LEAVES, UNTYPED } from './leaves.ts';
import { Names } from './names.ts';
import { ingredientOf, type Named, type Place, placeIn, propertiesOf } from './places.ts';

const URIS: Record<FormNode['draft'], string | undefined> = {
  unnamed: undefined,
  'draft-04': 'http://json-schema.org/draft-04/schema#',
  'draft-06': 'http://json-schema.org/draft-06/schema#',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** Of the parts of a document that have an `$id`. */
const ADDRESS = 'https://quux.example/';

/** Names the parts of a form, and collects what the oracle needs to know about its questions. */
export function compileForm({ object, draft, title, ...form }: FormNode): Form {
  const hasId = form.hasId && draft !== 'draft-04';
  const compiler = new Compiler(draft, form.isMarkedUp, hasId);
  const schema = compiler.object(
    { ...object, reference: 'none' },
    { path: [], when: [], around: [], headings: [], optional: [] },
  );
  const uri = URIS[draft];
  const { targets, fields, decisive } = compiler;
  return {
    schema: {
      ...(uri && { $schema: uri }),
      ...(hasId && { $id: `${ADDRESS}form` }),
      ...(title && { title: 'Application' }),
      ...schema,
      ...targets,
    },
    fields: fields.map((field) =>
      decisive.has(field.path.join('/')) ? { ...field, isDecisive: true } : field,
    ),
  };
}

class Compiler {
  readonly fields: Field[] = [];
  /** What references lead to. */
  readonly targets: { [keyword: string]: Record<string, Schema | Record<string, Schema>> } = {};
  /** Paths of the questions that a condition asks about. */
  readonly decisive = new Set<string>();
  readonly names = new Names();
  readonly isModern: boolean;
  /** Whether `if` is a keyword. */
  readonly hasIf: boolean;
  readonly #byReference = new Map<string, Schema>();
  readonly #draft: FormNode['draft'];
  readonly #isMarkedUp: boolean;
  readonly #hasId: boolean;

  constructor(draft: FormNode['draft'], isMarkedUp: boolean, hasId: boolean) {
    this.#draft = draft;
    this.#hasId = hasId;
    this.isModern = draft === '2019-09' || draft === '2020-12';
    this.hasIf = draft !== 'draft-04' && draft !== 'draft-06';
    this.#isMarkedUp = isMarkedUp;
  }

  object(node: ObjectNode, place: Place): Schema {
    const inside = node.reference === 'none' ? place : placeIn(place, '$ref');
    const needsDecider = node.rules.some(({ is }) => is === 'if' || is === 'dependencies');
    const hasDecider = node.members.some((member) => this.#decides(member.node) !== undefined);
    const own = needsDecider && !hasDecider ? [...node.members, DECIDER] : node.members;
    const members = this.members(own, inside);
    const schema: Schema = { type: 'object', ...propertiesOf(members) };
    for (const rule of node.rules) applyRule(this, rule, { members, schema, place: inside });
    this.#close(node, schema, inside.path);
    return this.#referenced(schema, node.reference);
  }

  #referenced(schema: Schema, reference: ObjectNode['reference']): Schema {
    if (reference === 'none') return schema;
    const name = `part${this.#byReference.size + 1}`;
    const isAnchor = reference === 'anchor' && this.isModern;
    const keyword = this.isModern ? '$defs' : 'definitions';
    if (isAnchor) schema.$anchor = name;
    const hasOwnId = reference === 'id' && this.#hasId;
    if (hasOwnId) schema.$id = ADDRESS + name;
    const [first, ...more] = reference === 'components' ? ['components', 'schemas'] : [keyword];
    const folder = (this.targets[first ?? ''] ??= {});
    const target = more.length > 0 ? ((folder.schemas ??= {}) as Record<string, Schema>) : folder;
    target[name] = schema;
    const place = isAnchor ? `#${name}` : `#/${[first, ...more, name].join('/')}`;
    const base = this.#hasId ? `${ADDRESS}form` : '';
    const $ref = hasOwnId ? String(schema.$id) : base + place;
    this.#byReference.set($ref, schema);
    return { $ref };
  }

  #close({ rest, rules }: ObjectNode, schema: Schema, path: Place['path']): void {
    if (rest === 'open') schema.additionalProperties = true;
    if (rest === 'schema') schema.additionalProperties = ANYTHING;
    if (rest === 'some') schema.minProperties = 1;
    if (rest === 'names' && this.#draft !== 'draft-04') {
      const { properties, required = [] } = schema;
      const isFree = (name: string) => !(required as string[]).includes(name);
      const name = Object.keys(properties as Schema).find(isFree) ?? '';
      schema.propertyNames = { not: this.constant(name) };
      this.forbid([...path, name]);
    }
    if (rest === 'patterns') schema.patternProperties = { '^x-': ANYTHING };
    if ((rest !== 'closed' && rest !== 'patterns') || requiresUndeclared(schema)) return;
    if (rules.every((rule) => rule.is === 'not')) schema.additionalProperties = false;
    else if (this.isModern) schema.unevaluatedProperties = false;
  }

  members(members: readonly Member[], place: Place): Named[] {
    return members.map((member) => this.#member(member, place));
  }

  #member({ node, isRequired, hasTitle: isTitled, naming }: Member, place: Place): Named {
    const { name: free, title, isOdd, ...own } = this.names.next(naming);
    const fixed = node.is === 'leaf' ? this.#leafOf(node).name : undefined;
    const isTaken = (all: Field) => all.path.join('/') === [...place.path, fixed].join('/');
    const name = fixed === undefined || this.fields.some(isTaken) ? free : fixed;
    const hasTitle = isTitled || isOdd || name === fixed;
    const path = [...place.path, name];
    const group = { depth: path.length, ...(hasTitle && { title }) };
    const isOptional = !isRequired && node.is !== 'leaf';
    const optional = isOptional ? [...place.optional, group] : place.optional;
    const isAboutOthers = (own.isAboutOthers && name !== fixed) || place.isAboutOthers === true;
    const schema = this.node(
      node,
      { title, hasTitle },
      { ...place, path, optional, isAboutOthers },
    );
    return { name, schema, isRequired, decides: this.#decides(node), inside: yesNoIn(schema) };
  }

  node(
    node: Node,
    { title, hasTitle }: { title: string; hasTitle: boolean },
    place: Place,
  ): Schema {
    const titled = hasTitle ? this.#titled(title) : {};
    switch (node.is) {
      case 'group': {
        const headings = hasTitle ? [...place.headings, title] : place.headings;
        const schema = this.object(node.object, placeIn({ ...place, headings }, 'a group'));
        const initial = node.hasDefault ? this.#initial(place.path) : undefined;
        Object.assign(this.#byReference.get(String(schema.$ref)) ?? schema, titled, initial);
        return schema;
      }
      case 'list': {
        const entry = placeIn({ ...place, path: [...place.path, '*'] }, 'a list entry');
        const items = this.node(node.item, { title, hasTitle: false }, entry);
        const { least, most, hasDefault, hasContains } = node;
        const { default: first } = this.#initial(entry.path, hasDefault) ?? {};
        const limits = {
          ...(least > 0 && { minItems: least }),
          ...(most !== undefined && { maxItems: Math.max(most, least) }),
        };
        return {
          type: 'array',
          ...titled,
          items,
          ...limits,
          ...(first !== undefined && hasDefault && { default: [first] }),
          ...(first !== undefined &&
            hasContains &&
            node.item.is === 'leaf' &&
            this.#draft !== 'draft-04' && { contains: { enum: [first] } }),
        };
      }
      case 'tuple': {
        const items = node.items.map((item, at) => {
          const inside = placeIn({ ...place, path: [...place.path, at] }, 'a tuple');
          return this.node(item, { title: this.names.next().title, hasTitle: true }, inside);
        });
        const keyword = this.#draft === '2020-12' ? 'prefixItems' : 'items';
        const limits = { minItems: items.length, maxItems: items.length };
        return { type: 'array', ...titled, [keyword]: items, ...limits };
      }
      case 'leaf': {
        const own = this.#leafOf(node);
        const leaf = own.name === undefined || own.name === place.path.at(-1) ? own : UNTYPED;
        const isUntitled = !hasTitle || leaf.words === 'constant';
        return this.field(
          { ...leaf, schema: { ...leaf.schema, ...(!isUntitled && titled) } },
          title,
          place,
        );
      }
    }
  }

  /** Adds a question; returns its schema. */
  field(
    { words, decides: _decides, name: _name, ...leaf }: Leaf,
    title: string,
    place: Place,
  ): Schema {
    const { path, when, headings, optional, isAboutOthers } = place;
    this.fields.push({
      ...leaf,
      title,
      path,
      ...(when && { when }),
      ...(headings.length > 0 && { headings }),
      ...(optional.length > 0 && { optional }),
      ...(isAboutOthers && { isAboutOthers }),
      ingredient: ingredientOf(words ?? leaf.kind, place),
    });
    return leaf.schema;
  }

  /** The default of a value: of a question, or of the questions of a group that are always asked. */
  #initial(path: readonly Segment[], isPrefilled = true): { default: Json } | undefined {
    const members: Record<string, Json> = {};
    for (const [at, field] of this.fields.entries()) {
      const name = field.path[path.length];
      const initial = initialOf(field);
      const isInside = path.every((segment, nth) => field.path[nth] === segment);
      const isNear = field.path.length <= path.length + 1;
      if (!isInside || !isNear || typeof name === 'number' || initial === undefined) continue;
      if (isPrefilled) this.fields[at] = { ...field, isPrefilled, initial };
      if (name === undefined) return { default: initial };
      members[name] = initial;
    }
    return Object.keys(members).length > 0 ? { default: members } : undefined;
  }

  forbid(path: readonly Segment[]): void {
    const isBelow = (field: Field) => path.every((segment, at) => field.path[at] === segment);
    for (const [at, field] of this.fields.entries())
      if (field.when && isBelow(field))
        this.fields[at] = { ...field, when: [...field.when, { at: [], schema: { not: {} } }] };
  }

  /** Writes that a value is this one. */
  constant = (value: Json): Schema =>
    this.#draft === 'draft-04' ? { enum: [value] } : { const: value };

  #titled(title: string): Schema {
    const texts = { title: `<p>${title}</p>`, description: '<ul><li>One <b>fact</b></li></ul>' };
    return this.#isMarkedUp ? texts : { title };
  }

  #leafOf({ leaf, given }: Node & { is: 'leaf' }): Leaf {
    const found = LEAVES[leaf]?.leaf(given, this.constant);
    if (found === undefined) throw new Error(`no leaf ${leaf}`);
    return found;
  }

  #decides(node: Node): Leaf['decides'] {
    return node.is === 'leaf' ? this.#leafOf(node).decides : undefined;
  }
}

/** A valid answer; `undefined`: none that a default can give. */
function initialOf({ kind, schema, samples, options, path }: Field): Json | undefined {
  const isLong = path.at(-1) === 'city_locode' || String(schema.format).endsWith('time');
  if (isLong) return undefined;
  if (kind === 'text') return samples?.[0];
  if (kind === 'number') return Number(samples?.[0]);
  if (kind === 'yesNo') return true;
  return kind === 'choice' ? options?.[0]?.[1] : undefined;
}

/** The name of a yes/no among its own properties. */
function yesNoIn({ properties }: Schema): string | undefined {
  const isYesNo = ({ type, const: value, enum: values, readOnly }: Schema) =>
    type === 'boolean' && value === undefined && values === undefined && readOnly === undefined;
  const all = Object.entries((properties ?? {}) as Record<string, Schema>);
  return all.find(([, schema]) => isYesNo(schema))?.[0];
}

/** Whether a rule requires a name that nothing declares: a closed object would accept no answer to it. */
function requiresUndeclared({ properties, dependentRequired, dependencies }: Schema): boolean {
  const rules = [dependentRequired, dependencies].flatMap((each) => Object.values(each ?? {}));
  const names = rules.flat().filter((name) => typeof name === 'string');
  return names.some((name) => !Object.hasOwn(properties ?? {}, name));
}
