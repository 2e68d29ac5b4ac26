import type { RJSFSchema } from '@rjsf/utils';
import type { Messages } from '../../i18n/messages.ts';
import type { SchemaReader, Schema, Union } from './schema.ts';

/** One of the schemas of a question, where the schema of the form has it. */
export interface Source<Given = Schema> {
  schema: Given;
  /** What conditions say about the value, if it is only asked for under these. */
  conditions?: readonly Schema[];
}

/** A question of the form: the schemas that a value must satisfy. Of the same schemas, it is the same object. */
export interface Question {
  sources: readonly Source[];
}

/** One of the schemas that all apply to a value. */
export interface Part {
  schema: Schema;
  /** The same as its author wrote it. */
  given: Schema;
  /**
   * Its rank: the index of its {@link Source}, and one more for what a condition or branch in it adds. The first part
   * that says what the value is asks the question; parts of a higher rank restrict it.
   */
  source: number;
  /** A branch of a union, or the result of a condition: its title is not that of the question. */
  isBranch: boolean;
  /** What decides whether it applies, if it does not always: its fields follow these. */
  openers: readonly Opener[];
  /** The conditions among these: they may read fields inside the value, too. */
  conditions: readonly Schema[];
  /** A choice stands here. */
  choice?: Choice;
}

/** The name of a field that a condition reads, or a choice. */
export type Opener = string | Choice;

/** Chosen instead of a branch: none applies. */
export const NO_BRANCH = -1;

/** A branch that can be chosen. */
export interface BranchOption {
  /** Of the branch in the schema as it is now; anything that outlives the schema keeps {@link id}. */
  index: number;
  /** Names the branch in its list by what it is, for the `value` attribute of its control and for drafts. */
  id: string;
  /** Absent where the schema has no words for the branch. */
  label?: string;
  /** Of a branch without a label: the kind of its value, for words in the candidate's language. */
  kind?: BranchKind;
  /** Of a branch without a label: all its values. */
  values?: readonly unknown[];
}

/** What a branch without a name asks for. */
export type BranchKind = keyof Messages['branches'];

/** A select that chooses a branch of a `oneOf` or `anyOf`. */
export interface Choice {
  key: readonly unknown[];
  /** The name of its HTML control. */
  name: string;
  /** Names of the fields that its branches ask for. */
  fields: readonly string[];
  options: readonly BranchOption[];
  /** Index of the branch, or {@link NO_BRANCH}. */
  chosen: number;
}

/** Which branch of a union applies, whoever decided it. */
export interface Decision extends Pick<Union, 'keyword'> {
  /** Of the branch, or {@link NO_BRANCH}. */
  index: number;
  /** The name of the field, or of the choice, that decides. */
  by: { field: string } | { choice: string };
}

/** The schemas that apply to a value, and the choices that the candidate has. */
export type Parts = Pick<QuestionNode, 'choices' | 'decided'> & {
  parts: readonly Part[];
};

/** What a value is asked for. `unchosen`: first, which branch it has · `never`: no value is allowed. */
export type NodeKind = 'object' | 'array' | 'leaf' | 'unchosen' | 'never';

export interface Child {
  question: Question;
  isRequired: boolean;
  /** Names of the fields beside it on whose answers it depends that it may not be filled in now. */
  waitsFor?: readonly string[];
}

/** What is asked for one value, given the data. */
export interface QuestionNode {
  kind: NodeKind;
  /** To be rendered: without conditions, references, and branches. */
  schema: RJSFSchema;
  children: ReadonlyMap<string, Child>;
  /** The question of the entries of an array: of each of the first ones, and of all others. */
  items: { first: readonly Question[]; others: Question | undefined };
  choices: readonly Choice[];
  /** Names of an object's fields: those before its first choice, then those that follow each choice. */
  levels: readonly [before: readonly string[], ...after: readonly string[][]];
  /** By the key of each union. */
  decided: ReadonlyMap<Union['key'], Decision>;
  /** The title and description of the question, rather than of a chosen branch. */
  title: string | undefined;
  description: string | undefined;
  /** Left empty, it is sent as `null`. */
  isNullable: boolean;
  /** A constant that the candidate need not give. */
  isSilent: boolean;
}

export interface QuestionSource {
  schemas: SchemaReader;
  ask: (sources: readonly Source<unknown>[]) => Question;
  /** What a list shows of the question of its entries, whatever their values are. */
  layout: (question: Question) => RJSFSchema;
}
