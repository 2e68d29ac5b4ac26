import { namedDraft, type SchemaDraft } from 'precandidate-contract';
import { fromFragment } from './json.ts';

/** A JSON Schema: `true` takes anything, `false` nothing. */
export type Schema = boolean | SchemaObject;

/** The keywords that validate or refer; all others are annotations. */
export interface SchemaObject {
  $schema?: string;
  $id?: string;
  $anchor?: string;
  $dynamicAnchor?: string;
  $ref?: string;
  $dynamicRef?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  not?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  maximum?: number;
  minimum?: number;
  exclusiveMaximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
  formatMaximum?: string;
  formatMinimum?: string;
  maxItems?: number;
  minItems?: number;
  prefixItems?: Schema[];
  items?: Schema | Schema[];
  additionalItems?: Schema;
  contains?: Schema;
  minContains?: number;
  maxContains?: number;
  uniqueItems?: boolean;
  unevaluatedItems?: Schema;
  maxProperties?: number;
  minProperties?: number;
  required?: string[];
  propertyNames?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema;
  dependencies?: Record<string, Schema | string[]>;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, Schema>;
  unevaluatedProperties?: Schema;
}

/** The base address of a schema without `$id`. */
const DEFAULT_BASE = 'schema://here/';
/** Keywords whose value is a schema, or an array of schemas. */
const SUBSCHEMAS = new Set(
  (
    'items prefixItems additionalItems contains unevaluatedItems additionalProperties ' +
    'propertyNames unevaluatedProperties allOf anyOf oneOf not if then else'
  ).split(' '),
);
/** Keywords whose value maps names to schemas. */
const SCHEMA_MAPS = new Set(
  'properties patternProperties dependentSchemas dependencies definitions $defs'.split(' '),
);

/** Resolves the references of a root schema. */
export class SchemaDocument {
  readonly draft: SchemaDraft;
  /** The base address of each schema. */
  readonly #bases = new Map<SchemaObject, string>();
  /** Schemas with an `$id` or an anchor, by address. */
  readonly #named = new Map<string, SchemaObject>();
  readonly #targets = new Map<SchemaObject, Schema>();

  constructor(root: SchemaObject) {
    this.draft = namedDraft(root.$schema) ?? 'draft-07';
    this.#named.set(DEFAULT_BASE, root);
    this.#enter(root, DEFAULT_BASE);
  }

  baseOf(schema: Schema): string {
    return this.#bases.get(schema as SchemaObject) ?? DEFAULT_BASE;
  }

  /** The target of `$ref`; throws when it is dangling. */
  target(schema: SchemaObject): Schema {
    const target = this.#targets.get(schema) ?? this.#find(this.baseOf(schema), schema.$ref ?? '');
    this.#targets.set(schema, target);
    return target;
  }

  /** The target of `$dynamicRef`. `scope`: base addresses on the way here, outermost first. */
  dynamicTarget(schema: SchemaObject, scope: readonly string[]): Schema {
    const reference = schema.$dynamicRef ?? '';
    const anchor = reference.slice(reference.indexOf('#') + 1);
    const target = this.#find(this.baseOf(schema), reference);
    if ((target as SchemaObject).$dynamicAnchor !== anchor) return target;
    const candidates = scope.map((base) => this.#named.get(addressed(`#${anchor}`, base)));
    return candidates.find((candidate) => candidate?.$dynamicAnchor === anchor) ?? target;
  }

  #find(base: string, reference: string): Schema {
    const address = addressed(reference, base);
    const [resource = '', fragment = ''] = address.split('#');
    const found = fragment.startsWith('/')
      ? at(this.#named.get(resource), fromFragment(`#${fragment}`))
      : this.#named.get(fragment === '' ? resource : address);
    if (typeof found !== 'boolean' && (typeof found !== 'object' || found === null))
      throw new Error(`$ref is dangling: ${reference}`);
    return found as Schema;
  }

  #enter(schema: unknown, outer: string): void {
    if (typeof schema !== 'object' || schema === null) return;
    if (Array.isArray(schema)) return schema.forEach((item) => this.#enter(item, outer));
    const node = schema as SchemaObject;
    const base = this.#name(node, outer);
    this.#bases.set(node, base);
    for (const [keyword, value] of Object.entries(node))
      if (SCHEMA_MAPS.has(keyword))
        for (const part of Object.values(value)) this.#enter(part, base);
      else if (SUBSCHEMAS.has(keyword)) this.#enter(value, base);
  }

  /** Registers the `$id` and anchors of a schema; returns the base address of its subschemas. */
  #name(schema: SchemaObject, outer: string): string {
    const isText = (name: unknown) => typeof name === 'string';
    // In draft-07, `$ref` overrides its sibling keywords.
    const { $id } = this.draft === 'draft-07' && schema.$ref !== undefined ? {} : schema;
    const address = isText($id) ? addressed($id as string, outer) : outer;
    if (isText($id)) this.#named.set(address, schema);
    const base = address.replace(/#.*$/, '');
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor])
      if (isText(anchor)) this.#named.set(`${base}#${anchor}`, schema);
    return base;
  }
}

function addressed(reference: string, base: string): string {
  return URL.canParse(reference, base)
    ? new URL(reference, base).href.replace(/#$/, '')
    : reference;
}

function at(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    root,
  );
}
