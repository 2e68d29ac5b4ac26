/** A JSON Schema: `true` takes anything, `false` nothing. */
export type Schema = boolean | SchemaObject;

/** The keywords that judge or lead somewhere; all others are words for people. */
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
