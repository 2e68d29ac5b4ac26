import type { FieldPathList, UiSchema } from '@rjsf/utils';
import {
  childPointer,
  fromPointer,
  keyOf,
  parentOf,
  pointersAround,
} from '../../validation/json.ts';
import type { MessageSource } from '../../i18n/messages.ts';
import { messagesAt } from '../fields/labels.ts';
import { isField } from '../model/value-nodes.ts';
import { isAnswer } from '../model/schema.ts';
import type { FormModel } from '../model/form-model.ts';
import { type BranchSchemas, FieldBuilder } from './field-builder.ts';
import { type AskedField, encodeName, type FieldInfo } from './field-info.ts';

const OUTERMOST = {
  isReadOnly: false,
  titles: [],
  entry: undefined,
  hasSharedTitle: false,
  documentType: undefined,
};

interface AskedFormOptions {
  model: FormModel;
  /** The language of the moment: another object once it has changed. */
  source: () => MessageSource;
  /** The host's `ui_schema`. */
  uiSchema: UiSchema | undefined;
  /** Default `names`. */
  branches?: BranchSchemas;
}

/** An entry with fewer fields is typed quickly. */
const MIN_COPIED_FIELDS = 5;

/** Everything that is rendered in a field, each object and list before what is in it. */
const allIn = (field: AskedField): AskedField[] => [
  field,
  ...[...field.children.values()].flatMap(allIn),
];

/** What the form asks now, as a tree of what RJSF renders. Computed once for each change. */
export class AskedForm {
  readonly #options: AskedFormOptions;
  /** What {@link root} is rendered in. */
  #source: MessageSource | undefined;
  #root: AskedField | undefined;

  constructor(options: AskedFormOptions) {
    this.#options = options;
  }

  /** `undefined` for a form that nobody can fill in. */
  get root(): AskedField | undefined {
    const { model, uiSchema, branches } = this.#options;
    const { asked } = model;
    const source = this.#options.source();
    const isStale = source !== this.#source;
    if (isStale || this.#root?.asked !== asked) {
      const builder = new FieldBuilder(model, source, branches);
      this.#root = builder.build(asked, { ...OUTERMOST, hostUi: uiSchema }, this.#root, isStale);
      this.#source = source;
    }
    return this.#root;
  }

  /** The label of a field in the language of the moment, also where the form does not ask for it any more. */
  labelOf({ asked: { pointer, node }, around }: AskedField): string {
    return messagesAt(pointer, node.schema, around, this.#options.source()).label;
  }

  /** The fields are rendered anew: what was decided once is decided again. */
  reset(): void {
    this.#root = undefined;
  }

  /** @param path - of RJSF */
  at(path: FieldPathList): AskedField | undefined {
    return path.reduce<AskedField | undefined>(
      (around, key) => around?.children.get(String(key)),
      this.root,
    );
  }

  /** What is rendered for the value at a JSON Pointer. */
  fieldAt(pointer: string): FieldInfo | undefined {
    return this.at(fromPointer(pointer).map(encodeName))?.info;
  }

  /** What is rendered for the value at a JSON Pointer, or the nearest object or list around it. */
  fieldAround(pointer: string): FieldInfo | undefined {
    const own = this.fieldAt(pointer);
    return own !== undefined || pointer === '' ? own : this.fieldAround(parentOf(pointer));
  }

  /** The labels of the list entries and groups around a field, as in `Reference 2`; `''` at the top. */
  contextOf(pointer: string): string {
    const { model } = this.#options;
    // An entry says which list it is in.
    const around = pointersAround(pointer).filter((each) => !Array.isArray(model.valueAt(each)));
    return around
      .map((each) => this.fieldAt(each)?.messages.label ?? '')
      .filter(Boolean)
      .join(', ');
  }

  /**
   * The label of the entry before an empty one that has many fields, so that typing them again would be tedious;
   * `undefined` where there is nothing to copy.
   */
  copyableTo(entry: string): string | undefined {
    const index = Number(keyOf(entry));
    const before = this.fieldAt(childPointer(parentOf(entry), index - 1));
    const rendered = this.at(fromPointer(entry).map(encodeName));
    const fields = rendered ? allIn(rendered).filter(({ asked }) => isField(asked.node)) : [];
    if (index === 0 || before === undefined || fields.length < MIN_COPIED_FIELDS) return undefined;
    const isEmpty = fields.every(({ asked }) => !asked.isTouched || !isAnswer(asked.value));
    return isEmpty ? before.messages.label : undefined;
  }

  /** Everything that is rendered, in the order of the page. */
  get all(): AskedField[] {
    return this.root === undefined ? [] : allIn(this.root);
  }
}
