import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useEffect, useRef, type RefObject } from 'react';
import type { LocaleNumbers } from '../../fields/locale-numbers.ts';
import { numberType } from '../../fields/number-type.ts';
import { useForm } from '../../form-context.ts';
import type { CommitWay } from '../../form-store.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

type Typed = Pick<
  WidgetProps,
  'id' | 'schema' | 'value' | 'options' | 'registry' | 'onChange' | 'onBlur'
>;

/** Whether the field's schema accepts a text. */
type IsRight = (text: string) => boolean;

/** How a text becomes data and back. */
export interface Reading {
  /** The data that a text stands for. */
  read: (typed: string, isRight: IsRight) => string;
  /** The text that stands for data; absent: the data itself. */
  write?: (value: string) => string;
  /** Called with every text that is handed over; `isDone`: the candidate has left the field. */
  onRead?: (text: string, isRight: IsRight, isDone: boolean) => void;
}

const AS_TYPED: Reading = { read: (typed) => typed.trim() };

function asText(value: unknown, numbers: LocaleNumbers): string {
  if (typeof value === 'number') return numbers.show(value);
  return value === undefined || value === null || /object|function/.test(typeof value)
    ? ''
    : String(value);
}

/** What the text stands for; text that is no number stays, so that it can be corrected. */
export function meant(text: string, schema: RJSFSchema, numbers: LocaleNumbers): unknown {
  const type = numberType(schema);
  return type === undefined ? text : (numbers.read(text, type === 'integer') ?? text);
}

function written(text: string, { write }: Reading): string {
  return write === undefined ? text : write(text);
}

function show(input: Field | null, text: string): void {
  if (input !== null && input.value !== text) input.value = text;
}

/**
 * What an input needs so that a key costs the same however long the form is: the text lives in the
 * input, nowhere else, and reaches RJSF after a pause, on blur, on Enter, and before values are read,
 * whether or not the browser told that it had filled something in. It reaches RJSF tidied, and from
 * then on the input shows what RJSF has; in a pause the candidate may go on typing.
 *
 * @param onText - called with every text that the input shows from now on
 */
export function useTyped<Input extends Field>({
  id,
  schema,
  value,
  options,
  registry,
  onChange,
  onBlur,
  reading = AS_TYPED,
  onText,
}: Typed & { reading?: Reading | undefined; onText?: ((text: string) => void) | undefined }) {
  const { store, press, numbers } = useForm();
  const ref: RefObject<Input | null> = useRef<Input>(null);
  const plain = asText(value, numbers);
  const known = written(plain, reading);
  const first = useRef(known);
  const has: unknown = known === '' ? '' : value;
  /** What RJSF was last drawn with, and what it was told since; the newest last. */
  const told = useRef([has]);
  const writtenBy = useRef(numbers);

  const validator = registry.schemaUtils.getValidator();
  const isRight = (text: string) => {
    const data = meant(text, schema, numbers);
    return validator.isValid(schema, data as never, registry.rootSchema);
  };
  const tell = (isDone: boolean): string => {
    // Off the screen by now: nothing was taken back.
    if (ref.current === null) return known;
    store.typing.isKnown(ref.current);
    const text = reading.read(ref.current.value, isRight);
    const data = text === '' ? '' : meant(text, schema, numbers);
    // Another shape may have been taken up without it: what is shown is what is sent.
    if (data !== told.current.at(-1) || (isDone && data !== has)) {
      told.current.push(data);
      onChange(data === '' ? options.emptyValue : data, undefined, id);
    }
    reading.onRead?.(text, isRight, isDone);
    return written(asText(data, numbers), reading);
  };
  const settle = () => {
    const text = tell(true);
    show(ref.current, text);
    onText?.(text);
  };
  const latest = useRef({ tell, settle, onText, plain, isRight });
  latest.current = { tell, settle, onText, plain, isRight };

  useEffect(() => {
    const input = ref.current;
    if (input === null) return;
    const onTyped = () => latest.current.onText?.(input.value);
    const onPause = () => press.afterwards(() => void latest.current.tell(false));
    const onSettled = () => latest.current.settle();
    // In several lines, Enter begins another.
    const onEnter = input instanceof HTMLTextAreaElement ? undefined : onSettled;
    const onRead = (way: CommitWay) => {
      if (way === 'gently' && input.matches(':focus')) latest.current.tell(false);
      else latest.current.settle();
    };
    const heard = { onTyped, onPause, onEnter };
    const ends = [store.typing.follow(input, heard), store.beforeRead(onRead)];
    return () => {
      for (const end of ends) end();
    };
  }, [store, press]);
  useEffect(() => {
    const isRewritten = writtenBy.current !== numbers;
    writtenBy.current = numbers;
    const echo = told.current.lastIndexOf(has);
    told.current.splice(0, echo === -1 ? told.current.length : echo);
    if (echo !== -1 && !isRewritten) return;
    // The form is filled in anew, or other words write the number another way.
    if (echo === -1) told.current.push(has);
    show(ref.current, known);
    latest.current.onText?.(known);
  }, [has, known, numbers]);

  useEffect(() => {
    // What stands there has another name now; whoever is typing is not disturbed.
    const input = ref.current;
    if (reading.write === undefined || input === null || input.matches(':focus')) return;
    const now = latest.current;
    // Filled in a moment ago, and RJSF has not heard of it: to write over it would lose it.
    if (input.value !== now.plain && reading.read(input.value, now.isRight) !== now.plain) return;
    show(input, reading.write(now.plain));
  }, [reading]);

  return {
    ref,
    defaultValue: first.current,
    onBlur: (event: { target: Input }) => {
      press.afterwards(() => latest.current.settle());
      onBlur(id, event.target.value);
    },
  };
}
