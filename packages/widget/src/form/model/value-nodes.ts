import type { FormData } from 'precandidate-contract';
import {
  canonical,
  fromPointer,
  isNothing,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../validation/json.ts';
import { isOneField, needsValue } from '../fields/kinds.ts';
import type { Child, QuestionNode } from './question-node.ts';

/** A value of the form, and what is asked for it and in it. */
export interface ValueNode extends Child {
  node: QuestionNode;
  value: unknown;
  /** JSON Pointer into the form's values. */
  pointer: string;
  /** The pointer with the key of each list entry: stays with its entry. */
  place: string;
  /** The candidate has changed it, or chosen a branch for it. */
  isTouched: boolean;
  /** The value is as it was before it was asked for: not a default, for example. */
  isUnchanged: boolean;
  /** It may not be filled in, but may be once a field beside it has an answer. */
  isWaiting: boolean;
  /** The fields of an object, or the entries of a list that is not one field. */
  children: ReadonlyMap<string, ValueNode>;
}

/** Whether a value is the default of a field. */
export function isDefaultOf(node: QuestionNode, value: unknown): boolean {
  const { default: own } = node.schema;
  return own !== undefined && isField(node) && canonical(own) === canonical(value);
}

/** Whether `null` is an option, and so an answer. */
export const takesNull = ({ schema }: QuestionNode): boolean =>
  schema.enum?.includes(null) === true;

/** Whether a value is one field, with one answer. */
export function isField({ kind, schema }: QuestionNode): boolean {
  return kind === 'leaf' || (kind === 'array' && isOneField(schema));
}

/** What is asked for the value at a JSON Pointer; `undefined` where nothing is. */
export function valueNodeAt(root: ValueNode, pointer: string): ValueNode | undefined {
  return fromPointer(pointer).reduce<ValueNode | undefined>(
    (around, key) => around?.children.get(key),
    root,
  );
}

/** Whether the candidate must give a value. */
export const needsAnswer = ({ node, isRequired }: ValueNode): boolean =>
  isRequired && needsValue(node.schema);

/** Whether the form shows anything for a value: a question, a choice, or a constant to read. */
export function isRendered({ node, isRequired, isWaiting, children }: ValueNode): boolean {
  const { kind, schema, choices, isSilent } = node;
  if (choices.length > 0) return true;
  if (kind === 'never') return isRequired && !isWaiting && emptyOf(node) === undefined;
  if (kind === 'object') return [...children.values()].some(isRendered);
  return !isSilent || (schema.readOnly === true && schema.title !== undefined);
}

/** Everything that is asked: each object and list before what is in it. */
export function allValueNodes(root: ValueNode): ValueNode[] {
  return [root, ...[...root.children.values()].flatMap(allValueNodes)];
}

/** The values without the silent constants of a branch: another branch may ask for them. */
export function withoutSilent(root: ValueNode, pointer: string): FormData {
  const asked = valueNodeAt(root, pointer);
  const own = asked === undefined ? [] : [asked, ...asked.children.values()];
  return own
    .filter(({ node, value }) => node.isSilent && value !== undefined)
    .reduce((values, each) => withoutValueAt(values, each.pointer), root.value as FormData);
}

/** The values without the last entries of lists that nobody has added or filled in. */
export function withoutEmptyEntries(root: ValueNode): FormData {
  const lists = allValueNodes(root).filter(
    ({ node, isTouched }) => node.kind === 'array' && !isField(node) && !isTouched,
  );
  return lists.reduceRight<unknown>((values, { pointer, children }) => {
    const entries = [...children.values()];
    const count = entries.findLastIndex(({ value }) => !isNothing(value)) + 1;
    if (count === entries.length) return values;
    return withValueAt(values, pointer, (valueAt(values, pointer) as unknown[]).slice(0, count));
  }, root.value) as FormData;
}

/** `null`, except where that is an answer: there it is no value at all, which no option is. */
export const emptyEntry = (node: QuestionNode) => (takesNull(node) ? undefined : null);

/** A list that is required has no entries; an object has no fields; a field is missing. */
export function emptyOf({ kind, schema, isNullable }: QuestionNode): unknown {
  if (isNullable) return null;
  if (kind === 'object') return {};
  const isList = kind === 'array' || (kind === 'never' && schema.type === 'array');
  return isList && schema.minItems === undefined ? [] : undefined;
}
