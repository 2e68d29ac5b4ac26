import {
  childPointer,
  type FormSchema,
  isAutofill,
  MAX_RADIOS,
  UI_KEYS,
  UI_OPTIONS,
  UI_WIDGETS,
  type UiKeyRule,
  type UiPlace,
  type UiSchema,
  type UiValue,
  type Violation,
} from 'precandidate-contract';
import { isJsonObject } from '../shared/json.ts';
import { distinct, SchemaPlace } from './schema-place.ts';

export interface CheckedUiSchema {
  /** With pointers into the `ui_schema`; at most {@link MAX_ERRORS}. */
  errors: Violation[];
  /** What fits the form, as the bootstrap sends it: option names by option, `ui:order` with a `*`. */
  uiSchema: UiSchema;
}

const MAX_ERRORS = 50;
const LONGEST_POINTER = 500;
const MAX_STEPS = 50;

/**
 * Compares a `ui_schema` with the form's schema. It has only the keys of the contract's tables, and only
 * places and fields that the schema has.
 *
 * @param schema - sanitized
 */
export function checkUiSchema(schema: FormSchema, uiSchema: unknown): CheckedUiSchema {
  const check = new UiSchemaCheck();
  const fitting = check.level(uiSchema, SchemaPlace.root(schema), '', true);
  return { errors: check.errors, uiSchema: fitting ?? {} };
}

/** Where a value is. */
interface Spot {
  place: SchemaPlace;
  pointer: string;
}

/** Each method returns what fits, and notes an error for the rest. */
class UiSchemaCheck {
  readonly errors: Violation[] = [];

  level(given: unknown, place: SchemaPlace, pointer: string, isRoot = false): UiSchema | undefined {
    if (!isJsonObject(given)) return this.#refuse(pointer, 'type', 'must be an object');
    return mapEntries(given, (key, value) => {
      const spot = { place, pointer: childPointer(pointer, key) };
      return key.startsWith('ui:')
        ? this.#ruled(UI_KEYS, key, value, spot, isRoot)
        : this.#below(key, value, spot);
    }) as UiSchema;
  }

  /** The `ui_schema` of a field or of entries. */
  #below(key: string, value: unknown, { place, pointer }: Spot): unknown {
    const child = place.child(key);
    if (child) return this.level(value, child, pointer);
    const { each, first = [] } = place.entries ?? {};
    const isTuple = first.length > 0;
    if (key === 'items' && isTuple) return this.#tuple(value, first, pointer);
    if (key === (isTuple ? 'additionalItems' : 'items') && each)
      return this.level(value, each, pointer);
    return this.#refuse(pointer, 'additionalProperties', 'The form has no such field');
  }

  #tuple(given: unknown, places: readonly SchemaPlace[], pointer: string): unknown {
    if (!Array.isArray(given) || given.length > places.length) {
      const detail = `must be a list of at most ${places.length} objects, one for each entry`;
      return this.#refuse(pointer, 'type', detail);
    }
    return places
      .slice(0, given.length)
      .map((place, index) => this.level(given[index], place, childPointer(pointer, index)) ?? {});
  }

  /** A `ui:` key, or a member of `ui:options`. */
  #ruled(
    rules: Readonly<Record<string, UiKeyRule>>,
    key: string,
    value: unknown,
    spot: Spot,
    isRoot: boolean,
  ): unknown {
    const { place, pointer } = spot;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule === undefined) {
      const detail = `is not allowed; use ${Object.keys(rules).join(', ')}`;
      return this.#refuse(pointer, 'additionalProperties', detail);
    }
    const kinds: ReadonlySet<UiPlace | 'root'> = isRoot ? new Set(['root']) : place.kinds;
    if (!rule.places.some((kind) => kinds.has(kind))) {
      const detail = `is not for ${listOf(kinds)}, but for ${listOf(rule.places)}`;
      return this.#refuse(pointer, 'additionalProperties', detail);
    }
    return this.#value(rule.value, value, spot, isRoot);
  }

  #value(rule: UiValue, value: unknown, spot: Spot, isRoot: boolean): unknown {
    const { place, pointer } = spot;
    switch (rule.type) {
      case 'text':
        return this.#text(value, pointer, rule);
      case 'option names':
        return this.#optionNames(value, spot, rule);
      case 'autofill': {
        const detail = 'must be an autofill name of HTML, such as `tel` or `off`';
        const isOne = typeof value === 'string' && isAutofill(value);
        return isOne ? value : this.#refuse(pointer, 'enum', detail);
      }
      case 'field names':
        return this.#order(value, spot);
      case 'widget':
        return this.#widget(value, spot);
      case 'options':
        if (!isJsonObject(value)) return this.#refuse(pointer, 'type', 'must be an object');
        return mapEntries(value, (name, option) => {
          const at = { place, pointer: childPointer(pointer, name) };
          return this.#ruled(UI_OPTIONS, name, option, at, isRoot);
        });
      case 'integer': {
        const { minimum, maximum } = rule;
        const detail = `must be an integer from ${minimum} to ${maximum}`;
        const isOne =
          Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
        return isOne ? value : this.#refuse(pointer, 'type', detail);
      }
      case 'boolean':
        if (typeof value === 'boolean') return value;
        return this.#refuse(pointer, 'type', 'must be boolean');
      case 'steps':
        return value === true ? true : this.#steps(value, spot, rule.maxLength);
    }
  }

  #text(
    value: unknown,
    pointer: string,
    { maxLength, isMultiline = false }: { maxLength: number; isMultiline?: boolean },
  ): string | undefined {
    if (typeof value !== 'string') return this.#refuse(pointer, 'type', 'must be text');
    if (value.length > maxLength) {
      const detail = `has ${value.length} characters; at most ${maxLength} are allowed`;
      return this.#refuse(pointer, 'maxLength', detail);
    }
    if (!VISIBLE.test(value)) return this.#refuse(pointer, 'minLength', 'must not be blank');
    if ((isMultiline ? CONTROL_BUT_LINE_FEED : CONTROL).test(value))
      return this.#refuse(pointer, 'pattern', 'must not contain control characters');
    return value;
  }

  /** Names by option, so that they stay with it where a condition offers some options only. */
  #optionNames(value: unknown, { place, pointer }: Spot, rule: { maxLength: number }): unknown {
    const lists = place.optionLists;
    if (isJsonObject(value)) {
      const known = new Set(lists.flat().map(String));
      const shared = new Set(lists.flatMap((list) => repeated(distinct(list).map(String))));
      return mapEntries(value, (option, name) => {
        const at = childPointer(pointer, option);
        if (!known.has(option)) return this.#refuse(at, 'enum', 'The field has no such option');
        if (shared.has(option)) return this.#refuse(at, 'enum', 'The field has two such options');
        return this.#text(name, at, rule);
      });
    }
    if (!Array.isArray(value))
      return this.#refuse(pointer, 'type', 'must be a list of texts, or texts by option');
    const matching = lists.filter((list) => list.length === value.length);
    const [options = []] = matching;
    if (matching.length !== 1) {
      const counts = [...new Set(lists.map((list) => list.length))].join(' or ');
      const detail =
        matching.length === 0
          ? `has ${counted(value.length, 'name')}; the field has ${counted(counts, 'option')}`
          : `the field has several lists of ${value.length} options`;
      return this.#refuse(pointer, 'enum', detail);
    }
    const names = value.map((name, index) => this.#text(name, childPointer(pointer, index), rule));
    const keys = options.map(String);
    if (new Set(keys).size < keys.length)
      return this.#refuse(pointer, 'enum', 'the options cannot be told apart by their text');
    return Object.fromEntries(
      keys.flatMap((key, index) => (names[index] === undefined ? [] : [[key, names[index]]])),
    );
  }

  #order(value: unknown, { place, pointer }: Spot): string[] | undefined {
    const names = this.#fieldNames(value, place, pointer, new Set(), '*');
    return names && (names.includes('*') ? names : [...names, '*']);
  }

  /** @param seen - names so far, to which these are added */
  #fieldNames(
    value: unknown,
    place: SchemaPlace,
    pointer: string,
    seen: Set<string>,
    rest?: '*',
  ): string[] | undefined {
    if (!Array.isArray(value))
      return this.#refuse(pointer, 'type', 'must be a list of field names');
    return value.flatMap((name: unknown, index) => {
      const at = childPointer(pointer, index);
      if (typeof name !== 'string' || (name !== rest && !place.child(name)))
        this.#refuse(at, 'enum', 'The form has no such field');
      else if (seen.has(name)) this.#refuse(at, 'uniqueItems', 'is named twice');
      else {
        seen.add(name);
        return [name];
      }
      return [];
    });
  }

  #widget(value: unknown, { place, pointer }: Spot): unknown {
    const { kinds } = place;
    const fitting = Object.entries(UI_WIDGETS).filter(([, suited]: [string, readonly UiPlace[]]) =>
      suited.some((kind) => kinds.has(kind)),
    );
    if (!fitting.some(([name]) => name === value)) {
      const names = fitting.map(([name]) => `\`${name}\``).join(', ');
      return this.#refuse(pointer, 'enum', `must be one of ${names} for ${listOf(kinds)}`);
    }
    const mostOptions = Math.max(...place.optionLists.map((list) => list.length));
    if ((value === 'radio' || value === 'checkboxes') && mostOptions > MAX_RADIOS) {
      const detail = `is for at most ${MAX_RADIOS} options; the field has ${mostOptions}`;
      return this.#refuse(pointer, 'enum', detail);
    }
    return value;
  }

  #steps(value: unknown, { place, pointer }: Spot, maxLength: number): unknown {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_STEPS)
      return this.#refuse(pointer, 'type', `must be true, or a list of 1 to ${MAX_STEPS} steps`);
    const seen = new Set<string>();
    const steps = value.flatMap((step: unknown, index) => {
      const at = childPointer(pointer, index);
      if (!isJsonObject(step)) return this.#refuse(at, 'type', 'must be an object') ?? [];
      for (const name of Object.keys(step).filter((key) => key !== 'title' && key !== 'fields'))
        this.#refuse(childPointer(at, name), 'additionalProperties', 'is not allowed');
      const title = this.#text(step['title'], childPointer(at, 'title'), { maxLength });
      const atFields = childPointer(at, 'fields');
      const fields = this.#fieldNames(step['fields'], place, atFields, seen);
      if (fields?.length === 0 && Array.isArray(step['fields']) && step['fields'].length === 0)
        this.#refuse(atFields, 'minItems', 'must name a field');
      return title !== undefined && fields && fields.length > 0 ? [{ title, fields }] : [];
    });
    return steps.length > 0 ? steps : undefined;
  }

  #refuse(pointer: string, keyword: string, detail: string): undefined {
    if (this.errors.length < MAX_ERRORS)
      this.errors.push({ pointer: shortened(pointer), keyword, detail });
  }
}

/** Neither a space nor invisible. */
const VISIBLE = /[^\s\p{C}]/u;
/** Also half a character. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINE_FEED = /(?!\n)[\p{Cc}\p{Cs}]/u;

/** What a list has more than once. */
function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated;
  });
}

/** Without the last segments of a pointer that is longer than any form's. */
function shortened(pointer: string): string {
  if (pointer.length <= LONGEST_POINTER) return pointer;
  return pointer.slice(0, pointer.lastIndexOf('/', LONGEST_POINTER));
}

function mapEntries(
  given: Record<string, unknown>,
  change: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  const changed = Object.entries(given).map(
    ([name, value]) => [name, change(name, value)] as const,
  );
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
}

/** In an error, and in the guide. */
export const PLACES: Readonly<Record<UiPlace | 'root', string>> = {
  root: 'the form',
  object: 'a group',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  date: 'a date',
  datetime: 'a date with a time',
  time: 'a time',
  choice: 'a choice',
  boolean: 'a yes-no question',
  consent: 'a consent',
  several: 'a choice of several options',
  file: 'a file',
};

const counted = (count: number | string, noun: string): string =>
  `${count} ${noun}${String(count) === '1' ? '' : 's'}`;

const listOf = (places: Iterable<UiPlace | 'root'>): string =>
  [...places].map((place) => PLACES[place]).join(', ');
