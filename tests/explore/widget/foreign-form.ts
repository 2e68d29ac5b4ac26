import type { Field, FieldKind, Form, Question, Schema, Segment } from './form.ts';
import type { Json } from './json.ts';
import type { Shown } from './screen.ts';
import { isNumeric, schemasIn, Subschemas, textsFor } from './subschemas.ts';

const ANSWERABLE = new Set(
  'textbox combobox searchbox spinbutton Date InputTime DateTime radio checkbox'.split(' '),
);
const NATIVE_TIMES: Record<string, string> = {
  time: '10:30',
  'datetime-local': '2024-05-06T10:30',
};

/** A form that nobody here wrote. A control's id says where its value is: labels may be alike. */
export function foreignForm(schema: Schema): Form {
  const subschemas = new Subschemas(schema);
  const known = new Map<string, Question>();
  function read(control: Shown, names: readonly string[]): Question {
    const path = names.map((name, depth) => {
      const around = /^\d+$/.test(name) ? subschemas.at(names.slice(0, depth)) : [];
      return around.some(({ type }) => [type].flat().includes('array')) ? Number(name) : name;
    });
    const entry = path.filter((segment) => typeof segment === 'number');
    return { field: fieldAt(path, control, subschemas.at(names)), entry };
  }
  return {
    schema,
    fields: [],
    foreign: {
      questionOf(control) {
        const names = namesOf(control);
        const { domId, role, type, options, removable, isDisabled } = control;
        const isOne = ANSWERABLE.has(role) || type === 'file';
        if (names === undefined || !isOne || isDisabled) return undefined;
        // Whatever is answered, it is the same question: a long form is read hundreds of times.
        const key = [domId, role, type, options.length > 0, removable.length > 0].join();
        const question = known.get(key) ?? read(control, names);
        known.set(key, question);
        return question;
      },
      isSilent: (path) => subschemas.at(path.map(String)).some(isFixed),
    },
  };
}

/** Whether only one value is possible. */
const isFixed = ({ const: value, readOnly, type, enum: values }: Schema): boolean =>
  value !== undefined ||
  readOnly === true ||
  type === 'null' ||
  (Array.isArray(values) && values.length === 1);

/** The place of a control in the data, from its id. */
function namesOf({ domId }: Shown): string[] | undefined {
  const [prefix, ...names] = (domId.split('-')[0] ?? '').split('.');
  if (prefix !== 'f' || names.length === 0) return undefined;
  return names.map((name) =>
    name.replaceAll(/__|_([0-9a-f]+)_/g, (_all, code?: string) =>
      code === undefined ? '_' : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  );
}

function fieldAt(path: readonly Segment[], control: Shown, schemas: readonly Schema[]): Field {
  const pointer = path.map((segment) => `/${segment}`).join('');
  // A menu that chooses between branches has no value of its own.
  const isBranch = /-choice\d+$/.test(control.domId);
  const kind = isBranch ? 'constant' : kindOf(control, schemas);
  const native = NATIVE_TIMES[control.type];
  const texts = native === undefined ? textsFor(schemas) : [native];
  return {
    title: isBranch ? `${pointer} branch` : pointer,
    path: kind === 'file' && isA(schemas, 'array') ? [...path, '*'] : path,
    kind,
    schema: { const: schemas.find((each) => each.const !== undefined)?.const },
    options: optionsIn(schemas),
    samples: kind === 'date' ? texts.filter((text) => /^\d{4}-\d\d-\d\d$/.test(text)) : texts,
    isPrefilled: true,
    isLoose: true,
    ingredient: pointer,
  };
}

const isA = (schemas: readonly Schema[], name: string) =>
  schemas.some((each) => [each.type].flat().includes(name));

function kindOf(
  { type, role, domId, options, removable }: Shown,
  schemas: readonly Schema[],
): FieldKind {
  if (type === 'file') return 'file';
  if (/-(day|month|year)$/.test(domId)) return 'date';
  const isChoice = role === 'radio' || options.length > 0 || optionsIn(schemas).length > 0;
  const isSeveral = role === 'checkbox' || role === 'combobox' || removable.length > 0;
  if (isA(schemas, 'array') && isSeveral) return 'several';
  if (role === 'checkbox') return 'consent';
  if (isChoice && (role === 'radio' || role === 'combobox'))
    return isA(schemas, 'boolean') && optionsIn(schemas).length === 0 ? 'yesNo' : 'choice';
  return schemas.some((each) => isNumeric(each)) ? 'number' : 'text';
}

/** The values that a schema lists, by all their names. */
function optionsIn(schemas: readonly Schema[]): (readonly [string, Json])[] {
  const all = schemas.flatMap((each) => [each, ...schemasIn([each.items].flat())]);
  const inside = all.flatMap((each) => [each, ...schemasIn(each.oneOf ?? each.anyOf)]);
  return inside.flatMap((each) => {
    const values = (each.enum ?? (each.const === undefined ? [] : [each.const])) as Json[];
    const names = (each.enumNames ?? each['x-enumNames'] ?? []) as string[];
    const titled = values.length === 1 && each.title !== undefined ? [each.title] : [];
    return values.flatMap((value, at) =>
      [...titled, names[at], value]
        .filter((name) => name !== undefined)
        .map((name) => [String(name), value] as const),
    );
  });
}
