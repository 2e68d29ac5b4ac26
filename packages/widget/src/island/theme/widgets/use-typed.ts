import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useEffect, useRef, type ChangeEvent, type KeyboardEvent, type RefObject } from 'react';
import { isCode } from '../../fields/input-attributes.ts';
import type { LocaleNumbers } from '../../fields/locale-numbers.ts';
import { numberType } from '../../fields/number-type.ts';
import { tidyText } from '../../fields/tidy-text.ts';
import { useForm } from '../../form/form-context.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

type Typed = Pick<
  WidgetProps,
  'id' | 'schema' | 'value' | 'options' | 'registry' | 'onChange' | 'onBlur'
>;

/** How a text becomes data and back, where it is not its own data. */
export interface Reading {
  read: (text: string) => string;
  write: (value: string) => string;
}

const AS_IT_IS: Reading['write'] = (value) => value;

/** RJSF hears of what was typed after this pause, in milliseconds. */
const PAUSE = 150;

function asText(value: unknown, numbers: LocaleNumbers): string {
  if (typeof value === 'number') return numbers.show(value);
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** What the text stands for; text that is no number stays, so that it can be corrected. */
function meant(text: string, schema: RJSFSchema, numbers: LocaleNumbers): unknown {
  const type = numberType(schema);
  return type === undefined ? text : (numbers.read(text, type === 'integer') ?? text);
}

function show(input: Field | null, text: string): void {
  if (input !== null && input.value !== text) input.value = text;
}

/**
 * What an input needs so that a key costs the same however long the form is: the text lives in the
 * input, nowhere else, and reaches RJSF after a pause, on blur, on Enter, and before values are read,
 * whether or not the browser told that it had filled something in. It reaches RJSF tidied, and from
 * then on the input shows what RJSF has; in a pause the candidate may go on typing.
 */
export function useTyped<Input extends Field>({
  id,
  schema,
  value,
  options,
  registry,
  onChange,
  onBlur,
  reading,
}: Typed & { reading?: Reading | undefined }) {
  const { store, press, numbers } = useForm();
  const ref: RefObject<Input | null> = useRef<Input>(null);
  const known = (reading?.write ?? AS_IT_IS)(asText(value, numbers));
  const first = useRef(known);
  const has: unknown = known === '' ? '' : value;
  /** What RJSF was last drawn with, and what it was told since; the newest last. */
  const told = useRef([has]);
  const writtenBy = useRef(numbers);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const validator = registry.schemaUtils.getValidator();
  const isRight = (text: string) => {
    const data = meant(text, schema, numbers);
    return validator.isValid(schema, data as never, registry.rootSchema);
  };
  const tell = (): string => {
    clearTimeout(timer.current);
    const typed = ref.current?.value ?? '';
    const tidy = reading?.read(typed) ?? tidyText(typed, isCode(id) ? isRight : undefined);
    const data = tidy === '' ? '' : meant(tidy, schema, numbers);
    if (data !== told.current.at(-1)) {
      told.current.push(data);
      onChange(data === '' ? options.emptyValue : data, undefined, id);
    }
    return (reading?.write ?? AS_IT_IS)(asText(data, numbers));
  };
  const settle = () => show(ref.current, tell());
  const latest = useRef({ tell, settle });
  latest.current = { tell, settle };

  useEffect(
    () =>
      store.beforeRead(() => {
        latest.current.settle();
      }),
    [store],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const isRewritten = writtenBy.current !== numbers;
    writtenBy.current = numbers;
    const echo = told.current.lastIndexOf(has);
    told.current.splice(0, echo === -1 ? told.current.length : echo);
    if (echo !== -1 && !isRewritten) return;
    // The form is filled in anew, or other words write the number another way.
    if (echo === -1) told.current.push(has);
    show(ref.current, known);
  }, [has, known, numbers]);

  return {
    ref,
    defaultValue: first.current,
    onChange: (_event: ChangeEvent<Input>) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => press.afterwards(() => latest.current.tell()), PAUSE);
    },
    onKeyDown: (event: KeyboardEvent<Input>) => {
      if (event.key === 'Enter') settle();
    },
    onBlur: (event: { target: Input }) => {
      press.afterwards(() => latest.current.settle());
      onBlur(id, event.target.value);
    },
  };
}
