import type { RJSFSchema } from '@rjsf/utils';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type LocaleNumbers, numberType } from '../fields/locale-numbers.ts';
import { type TextFormat, TRIMMED } from '../fields/parsing.ts';
import { useForm } from '../form-context.ts';
import type { TextControl, TextField } from '../typing.ts';
import type { WidgetProps } from './field-props.ts';

type TextValueProps = Pick<WidgetProps, 'pointer' | 'schema' | 'value'> & {
  format?: TextFormat | undefined;
  /** Called with each text that the input shows. */
  onText?: ((text: string) => void) | undefined;
};

/** The value of a text; text that is not a number stays text, so that it can be corrected. */
function valueOf(text: string, schema: RJSFSchema, numbers: LocaleNumbers): unknown {
  const type = numberType(schema);
  return type === undefined ? text : (numbers.parse(text, type === 'integer') ?? text);
}

/** The attributes of an uncontrolled text input. */
export function useTextValue<Control extends TextControl>(props: TextValueProps) {
  const { pointer, schema, value, onText } = props;
  const { format = TRIMMED } = props;
  const { numbers, model } = useForm();
  const ref = useRef<Control>(null);
  const plain = asText(value, numbers);
  const formatted = formatText(plain, format);
  const initial = useRef(formatted);
  const rendered: unknown = formatted === '' ? '' : value;
  const show = (text: string) => {
    setText(ref.current, text);
    onText?.(text);
  };
  /** The text of a value that the candidate has not edited. */
  const untouched = useRef<string | undefined>(formatted);
  const send = useSentValue(pointer, rendered, () => {
    untouched.current = formatted;
    show(formatted);
  });

  const isValid = (text: string) => model.accepts(schema, valueOf(text, schema, numbers));
  const dataOf = (text: string) => (text === '' ? '' : valueOf(text, schema, numbers));
  const commit = (isFinal: boolean) => {
    const input = ref.current;
    // An unmounted input has nothing to commit.
    if (input === null) return;
    const typed = format.read?.(input) ?? input.value;
    const text = format.parse(typed, isValid);
    const data = dataOf(text);
    const isUntouched = input.value === untouched.current;
    // Nobody has edited the value. One that is wrong may become right, for example without spaces.
    const isKept = isUntouched && data !== rendered && model.accepts(schema, rendered);
    if (!isUntouched) untouched.current = undefined;
    if (!isKept) send(data, isFinal);
    format.onCommit?.(text, isValid, isFinal);
    if (isFinal && !isKept) show(formatText(asText(data, numbers), format));
  };
  const follow = useTextField<Control>({ commit, onTyped: (input) => onText?.(input.value) });
  const attach = useCallback(
    (input: Control) => {
      ref.current = input;
      const unfollow = follow(input);
      return () => {
        ref.current = null;
        unfollow();
      };
    },
    [follow],
  );

  const shownWith = useRef({ numbers, format });
  useEffect(() => {
    const before = shownWith.current;
    shownWith.current = { numbers, format };
    const input = ref.current;
    if (input === null) return;
    // Even if the window has lost the focus.
    const isFocused = (input.getRootNode() as ShadowRoot).activeElement === input;
    if (before.numbers !== numbers) {
      // The locale writes numbers differently now; `translate` has committed what was typed. Text that
      // the candidate is in stays as it is if it still means the same.
      if (!isFocused || dataOf(format.parse(input.value, isValid)) !== rendered) show(formatted);
      return;
    }
    if (before.format === format || isFocused) return;
    // A new format, such as a loaded list of cities, may know what the text means. Text that was autofilled
    // a moment ago is kept: it is not committed yet.
    const meant = format.parse(input.value, isValid);
    if (input.value === plain && meant !== plain) {
      untouched.current = undefined;
      commit(true);
    } else if (input.value === plain || meant === plain) setText(input, formatted);
  });

  return { ref: attach, defaultValue: initial.current };
}

/**
 * Lets the form commit the text of a field; see {@link Typing}.
 *
 * @returns adds an input to the field, and returns a function that removes it
 */
export function useTextField<Control extends TextControl>(
  field: TextField,
): (input: Control) => () => void {
  const { typing } = useForm().store;
  const latest = useRef(field);
  latest.current = field;
  return useMemo(() => {
    const current: TextField = {
      commit: (isFinal) => latest.current.commit(isFinal),
      onTyped: (input, event) => latest.current.onTyped(input, event),
    };
    return (input) => typing.follow(input, current);
  }, [typing]);
}

/**
 * Sends values to RJSF, and notices those that come from elsewhere, such as a reset or a draft. RJSF may
 * render a value only after the next one was sent: it is still one of ours. For example, `a` and `ab` are
 * sent; RJSF renders `a`, then `ab`: both are ours. Where a branch switch loses `ab`, RJSF goes on to
 * render `a`, and the final commit sends `ab` again.
 *
 * @param rendered - the value that RJSF renders now
 * @param onForeignValue - called when `rendered` was not sent from here
 * @returns sends a value, unless RJSF has it already
 */
export function useSentValue(pointer: string, rendered: unknown, onForeignValue: () => void) {
  const { change } = useForm();
  /** The value that RJSF last rendered, followed by those sent since. */
  const sent = useRef([rendered]);
  const latest = useRef(onForeignValue);
  latest.current = onForeignValue;
  // Before any other effect may commit what the inputs show.
  useLayoutEffect(() => {
    const index = sent.current.lastIndexOf(rendered);
    sent.current = index === -1 ? [rendered] : sent.current.slice(index);
    if (index === -1) latest.current();
  }, [rendered]);
  return (value: unknown, isFinal: boolean) => {
    // RJSF may have switched branches without the last value: send again what the input shows.
    if (value === sent.current.at(-1) && (!isFinal || value === rendered)) return;
    sent.current.push(value);
    change(pointer, value === '' ? undefined : value);
  };
}

function asText(value: unknown, numbers: LocaleNumbers): string {
  if (typeof value === 'number') return numbers.formatPlain(value);
  return value === undefined || value === null || /object|function/.test(typeof value)
    ? ''
    : String(value);
}

function formatText(text: string, { format }: TextFormat): string {
  return format === undefined ? text : format(text);
}

function setText(input: TextControl | null, text: string): void {
  if (input !== null && input.value !== text) input.value = text;
}
