import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FieldMessages, MessageSource } from '../../i18n/messages.ts';
import { keyOf, memberOf, valueAt } from '../../validation/json.ts';
import { choiceId, domId } from '../fields/field-id.ts';
import { entryLabel, messagesAt } from '../fields/labels.ts';
import { standardField } from '../fields/match-standard-field.ts';
import { isField, isRendered, needsAnswer, type ValueNode } from '../model/value-nodes.ts';
import { type Arrangement, levelsOnPage } from '../model/field-order.ts';
import type { FormModel } from '../model/form-model.ts';
import type { QuestionNode } from '../model/question-node.ts';
import type { Schema } from '../model/schema.ts';
import {
  type Around,
  type AskedField,
  type ChoiceOptions,
  encodeName,
  type FieldInfo,
  plainSchema,
  type RenderedBranch,
  themeOptions,
} from './field-info.ts';
import { branchLabels } from './branch-labels.ts';
import { leafOf } from './field-widget.ts';

type Rendered = Pick<FieldInfo, 'schema' | 'uiSchema' | 'inputMethod'> & Partial<FieldInfo>;
type Children = AskedField['children'];
interface Texts {
  ui: UiSchema;
  messages: FieldMessages;
}

/**
 * What a `oneOf` has for each branch. `names`: only its title, for our own OneOfField · `schemas`: the service's
 * schema, for RJSF's OneOfField, which compares the values with it.
 */
export type BranchSchemas = 'names' | 'schemas';

/** RJSF takes an object's values from its fields. */
const OBJECT = {};
const NOTHING_FOLDED: Arrangement = { first: new Set(), folded: new Set() };

/**
 * Makes what RJSF renders from what the model asks: for each path a plain schema, without conditions, references,
 * and branches, and its `uiSchema`. What has not changed stays the same object.
 */
export class FieldBuilder {
  readonly #model: FormModel;
  readonly #source: MessageSource;
  readonly #branches: BranchSchemas;

  constructor(model: FormModel, source: MessageSource, branches: BranchSchemas = 'names') {
    this.#model = model;
    this.#source = source;
    this.#branches = branches;
  }

  /**
   * @param before - what was rendered at the path
   * @param isStale - the language has changed, so that only decisions stay
   * @returns `undefined` where nothing is rendered, as for a constant
   */
  build(
    asked: ValueNode,
    around: Around,
    before: AskedField | undefined,
    isStale: boolean,
  ): AskedField | undefined {
    const old = before?.asked.place === asked.place ? before : undefined;
    const isSame = old !== undefined && !isStale && isAlike(old.around, around);
    if (isSame && old.asked === asked) return old;
    if (asked.pointer !== '' && !isRendered(asked)) return undefined;
    const children = this.#children(asked, around, old, isStale);
    const formData = this.#formData(asked, old);
    const isLike =
      isSame &&
      old.asked.node === asked.node &&
      old.asked.pointer === asked.pointer &&
      old.asked.isRequired === asked.isRequired &&
      haveSameInfo(old.children, children);
    if (isLike) return { ...old, asked, formData, children };
    const isReadOnly = this.#isReadOnly(asked, around, old);
    const info = this.#info(asked, around, children, isReadOnly);
    return { asked, info, around, formData, children };
  }

  #info(asked: ValueNode, around: Around, children: Children, isReadOnly: boolean): FieldInfo {
    const { node, pointer } = asked;
    const messages = messagesAt(pointer, node.schema, around, this.#source);
    const { hostUi } = around;
    const title =
      pointer === '' ? (hostUi?.['ui:title'] ?? node.schema.title ?? '') : messages.label;
    const { 'ui:help': help, 'ui:placeholder': placeholder } = hostUi ?? {};
    const ui: UiSchema = {
      'ui:title': title,
      'ui:description': messages.hint ?? '',
      'ui:readonly': isReadOnly,
      ...(help && { 'ui:help': help }),
      ...(placeholder && { 'ui:placeholder': placeholder }),
    };
    const rendered = this.#render(asked, around, children, { ui, messages });
    return {
      pointer,
      valueSchema: node.schema,
      isRequired: needsAnswer(asked),
      isReadOnly,
      focusId: domId(pointer),
      messages,
      ...this.#withChoice(asked, around, rendered),
    };
  }

  #render(asked: ValueNode, around: Around, children: Children, texts: Texts): Rendered {
    const { kind, schema } = asked.node;
    if (kind === 'object') return this.#object(asked, around, children, texts.ui);
    if (kind === 'array' && !isField(asked.node))
      return this.#list(asked, around, children, texts.ui);
    if (kind === 'unchosen')
      return { schema: plainSchema(schema), uiSchema: texts.ui, inputMethod: 'chosen' };
    const accepts = (text: string) => this.#model.accepts(schema, text);
    return leafOf(asked, around, texts, this.#source, accepts);
  }

  /** An object's own fields, then for each choice its select, and the fields of the chosen branch. */
  #object(asked: ValueNode, { hostUi }: Around, children: Children, ui: UiSchema): Rendered {
    const { node, pointer } = asked;
    const levels = levelsOnPage(node, hostUi?.['ui:order'], this.#arrangement(pointer));
    const inside: UiSchema = { 'ui:label': false };
    const level = (depth: number): RenderedBranch => {
      const fields = (levels[depth] ?? []).flatMap((name) => children.get(encodeName(name)) ?? []);
      const choice = node.choices[depth];
      const own = objectOf(fields, node.schema, depth === 0 ? ui : inside);
      return choice === undefined
        ? own
        : this.#withBranches(node, own, {
            choice,
            labels: branchLabels(choice.options, this.#source),
            chosen: level(depth + 1),
          });
    };
    return { ...level(0), inputMethod: 'completed' };
  }

  #list(asked: ValueNode, { hostUi }: Around, children: Children, ui: UiSchema): Rendered {
    const { node } = asked;
    const { first, others } = node.items;
    const entries = [...children.values()].map(({ info }) => info);
    const isFull = (first[children.size] ?? others) === undefined;
    const common = others === undefined ? {} : plainSchema(this.#model.questions.layout(others));
    const items = entries.map(({ schema }) => schema);
    const isTuple = first.length > 0;
    const isReadOnly = ui['ui:readonly'] === true;
    return {
      schema: {
        ...plainSchema(node.schema),
        type: 'array',
        items: isTuple ? items.slice(0, first.length) : (items[0] ?? common),
        ...(isTuple && others !== undefined && { additionalItems: common }),
      },
      uiSchema: {
        ...ui,
        items: (_item: unknown, index: number) => entries[index]?.uiSchema ?? {},
        'ui:options': {
          orderable: false,
          addable: !isFull && !isReadOnly,
          removable: !isReadOnly,
          entry: this.#entryName(asked, hostUi),
        },
      },
      inputMethod: 'chosen',
    };
  }

  /** For a value that is nothing but a choice: a select with the label of the whole, then what the branch asks. */
  #withChoice(asked: ValueNode, around: Around, rendered: Rendered): Rendered {
    const { node, pointer } = asked;
    const { kind, choices, isSilent, title, schema } = node;
    const [choice] = choices;
    if (choice === undefined || !isOnlyChoice(node, pointer)) return rendered;
    // A field has its own hint and error.
    const isWhole = kind === 'object' || kind === 'unchosen' || isSilent;
    const { description } = schema;
    const question = { title, ...(isWhole && { description }) } as RJSFSchema;
    const messages = messagesAt(pointer, question, around, this.#source);
    const branch = kind === 'object' ? themeOptions(rendered.uiSchema).choice?.chosen : rendered;
    const hasFields = branch !== undefined && kind !== 'unchosen' && !isSilent;
    const options: ChoiceOptions = {
      choice,
      labels: branchLabels(choice.options, this.#source),
      title: messages,
      isWhole,
      isRequired: needsAnswer(asked),
      ...(hasFields && { chosen: { schema: branch.schema, uiSchema: branch.uiSchema } }),
    };
    const outer = {
      schema: title === undefined ? {} : { title },
      uiSchema: {
        'ui:title': messages.label,
        // Our own OneOfField has the label.
        ...(this.#branches === 'names' && { 'ui:label': false }),
      },
    };
    return {
      ...rendered,
      ...this.#withBranches(node, outer, options),
      ...(isWhole && { messages, focusId: choiceId(pointer, choice.name) }),
      ...(isWhole && { inputMethod: 'chosen' as const }),
    };
  }

  /**
   * RJSF calls OneOfField or AnyOfField for it. Of the chosen branch, RJSF's own renders what the model asks, and
   * finds it by its constants.
   */
  #withBranches(
    { decided }: QuestionNode,
    { schema, uiSchema }: RenderedBranch,
    options: ChoiceOptions,
  ): RenderedBranch {
    const { choice, labels, chosen } = options;
    const ui = { ...uiSchema, 'ui:options': { ...uiSchema['ui:options'], choice: options } };
    if (this.#branches === 'names') {
      const names = labels.map((title) => ({ title }));
      return { schema: { ...schema, oneOf: names }, uiSchema: ui };
    }
    const branches = choice.options.map(({ index }, position) => {
      const branch = this.#model.questions.schemas.deref(choice.key[index] as Schema);
      const asked = index === choice.chosen && chosen?.schema.properties;
      return {
        ...branch,
        ...(asked && { properties: { ...(branch['properties'] as object), ...asked } }),
        title: labels[position],
      };
    });
    const branchUi = choice.options.map(({ index }) =>
      index === choice.chosen ? (chosen?.uiSchema ?? {}) : {},
    );
    const keyword = decided.get(choice.key)?.keyword ?? 'oneOf';
    return { schema: { ...schema, [keyword]: branches }, uiSchema: { ...ui, [keyword]: branchUi } };
  }

  #children(asked: ValueNode, around: Around, old: AskedField | undefined, isStale: boolean) {
    const { node, pointer, children } = asked;
    const { hostUi } = around;
    const isList = node.kind === 'array';
    const documentType = children.get('document_id_type')?.value;
    const names = isList
      ? [...children.keys()]
      : levelsOnPage(node, hostUi?.['ui:order'], this.#arrangement(pointer)).flat();
    const inside = {
      isReadOnly: around.isReadOnly || node.schema.readOnly === true,
      titles: pointer === '' ? [] : [...around.titles, node.schema.title ?? ''],
      entry: isList ? this.#entryNameInside(asked, hostUi) : undefined,
    };
    const shared = isList ? new Set() : sharedTitles(children.values());
    const built = new Map<string, AskedField>();
    for (const name of names) {
      const child = children.get(name);
      if (child === undefined) continue;
      const hasType = documentType !== undefined && standardField(child.pointer) === 'document_id';
      const own: Around = {
        ...inside,
        hasSharedTitle: shared.has(child.node.title),
        documentType: hasType ? documentType : undefined,
        hostUi: isList ? entryUi(hostUi, Number(name)) : uiAt(hostUi, name),
      };
      const path = encodeName(name);
      const field = this.build(child, own, old?.children.get(path), isStale);
      if (field) built.set(path, field);
    }
    return built;
  }

  #arrangement(pointer: string): Arrangement {
    return pointer === '' ? this.#model.arrangement : NOTHING_FOLDED;
  }

  /** `null` in a tuple, whose entries have their own titles. */
  #entryNameInside(asked: ValueNode, hostUi: UiSchema | undefined): string | null {
    return asked.node.items.first.length > 0 ? null : this.#entryName(asked, hostUi);
  }

  #entryName({ node, pointer }: ValueNode, hostUi: UiSchema | undefined): string {
    const { first } = node.items;
    const own = entryUi(hostUi, first.length)?.['ui:title'];
    return entryLabel(pointer, node.schema, this.#source, own ?? hostUi?.['ui:title']);
  }

  /**
   * Whether a `readOnly` field or list is shown as text: only if it was opened with a valid value. Otherwise it
   * is an input, since a candidate could not complete the form. Decided once, so that no input vanishes during
   * typing.
   */
  #isReadOnly(
    { node, pointer, value, question }: ValueNode,
    around: Around,
    old: AskedField | undefined,
  ): boolean {
    const { schema, kind, isSilent } = node;
    if (isSilent) return true;
    if (kind === 'object' || (!around.isReadOnly && schema.readOnly !== true)) return false;
    if (old !== undefined && !old.asked.node.isSilent) return old.info.isReadOnly;
    const isPrefilled = (valueAt(this.#model.defaults, pointer) ?? schema.default) !== undefined;
    return value !== undefined && isPrefilled && this.#model.questions.accepts(question, value);
  }

  /** Of an object, always the same; of a list, the keys of its entries: RJSF would hash the contents of files. */
  #formData({ node, pointer, value, children }: ValueNode, old: AskedField | undefined): unknown {
    if (node.kind === 'object') return OBJECT;
    if (node.isSilent) return node.schema.const;
    if (node.kind !== 'array' || isField(node)) return value;
    if (!Array.isArray(value)) return undefined;
    const keys = this.#model.entries.keysOf(pointer, children.size);
    const before = old?.formData;
    const isSame = Array.isArray(before) && before.length === keys.length;
    return isSame && keys.every((key, index) => key === before[index]) ? before : keys;
  }
}

/** Whether a select stands for a whole value, without a heading of its own. */
function isOnlyChoice({ choices, levels: [before] }: QuestionNode, pointer: string): boolean {
  return choices.length > 0 && pointer !== '' && before.length === 0;
}

function objectOf(fields: readonly AskedField[], schema: RJSFSchema, ui: UiSchema): RenderedBranch {
  const members = fields.map(
    (field) => [encodeName(keyOf(field.asked.pointer)), field.info] as const,
  );
  const names = members.map(([name]) => name);
  return {
    schema: {
      ...plainSchema(schema),
      type: 'object',
      properties: Object.fromEntries(members.map(([name, { schema: own }]) => [name, own])),
      required: members.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    },
    uiSchema: {
      ...Object.fromEntries(members.map(([name, { uiSchema }]) => [name, uiSchema])),
      ...ui,
      // JavaScript puts names such as `0` before all others. RJSF's own branches have constants, too.
      'ui:order': [...names, '*'],
    },
  };
}

/** The titles that several fields of an object have. */
function sharedTitles(children: Iterable<ValueNode>): ReadonlySet<unknown> {
  const seen = new Set<unknown>();
  const shared = new Set<unknown>();
  for (const { node } of children)
    if (node.kind !== 'never' && node.title !== undefined)
      (seen.has(node.title) ? shared : seen).add(node.title);
  return shared;
}

const uiAt = (hostUi: UiSchema | undefined, name: string) =>
  memberOf(hostUi, name) as UiSchema | undefined;

/** The host's `ui_schema` of an entry: one for all, or a list for the first ones. */
function entryUi(hostUi: UiSchema | undefined, index: number): UiSchema | undefined {
  const items: unknown = hostUi?.items;
  const own: unknown = Array.isArray(items) ? (items[index] ?? hostUi?.additionalItems) : items;
  return own as UiSchema | undefined;
}

function isAlike(one: Around, other: Around): boolean {
  return (
    one.isReadOnly === other.isReadOnly &&
    one.entry === other.entry &&
    one.hasSharedTitle === other.hasSharedTitle &&
    one.documentType === other.documentType &&
    one.hostUi === other.hostUi &&
    one.titles.length === other.titles.length &&
    one.titles.every((title, index) => title === other.titles[index])
  );
}

function haveSameInfo(before: Children, after: Children): boolean {
  return (
    before.size === after.size &&
    [...after].every(([name, { info }]) => before.get(name)?.info === info)
  );
}
