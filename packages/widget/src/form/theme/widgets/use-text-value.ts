import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { type RefObject, useEffect, useRef } from 'react';
import { type LocaleNumbers, numberType } from '../../fields/locale-numbers.ts';
import { type TextFormat, TRIMMED } from '../../fields/parsing.ts';
import { useForm } from '../../form-context.ts';
import type { CommitMode } from '../../form-store.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

type TextValueProps = Pick<
  WidgetProps,
  'id' | 'schema' | 'value' | 'options' | 'registry' | 'onChange' | 'onBlur'
> & {
  format?: TextFormat | undefined;
  /** Called with each text that the input shows. */
  onText?: ((text: string) => void) | undefined;
};

/** The value of a text; text that is not a number stays text, so that it can be corrected. */
export function valueOf(text: string, schema: RJSFSchema, numbers: LocaleNumbers): unknown {
  const type = numberType(schema);
  return type === undefined ? text : (numbers.parse(text, type === 'integer') ?? text);
}

/**
 * Keeps the text of an uncontrolled input in the DOM and commits it to RJSF after a pause, on blur,
 * on Enter, and before values are read. A keystroke therefore costs the same in forms of any length.
 * A final commit also rewrites the input to the formatted value.
 */
export function useTextValue<Control extends TextControl>(props: TextValueProps) {
  const { id, schema, value, registry, onBlur, onText } = props;
  const { format = TRIMMED } = props;
  const { store, press, numbers } = useForm();
  const ref: RefObject<Control | null> = useRef<Control>(null);
  const plain = asText(value, numbers);
  const formatted = formatText(plain, format);
  const initial = useRef(formatted);
  const rendered: unknown = formatted === '' ? '' : value;
  const showFormatted = () => {
    setText(ref.current, formatted);
    onText?.(formatted);
  };
  const send = useSentValue(props, rendered, showFormatted);

  const validator = registry.schemaUtils.getValidator();
  const isValid = (text: string) => {
    const data = valueOf(text, schema, numbers);
    return validator.isValid(schema, data as never, registry.rootSchema);
  };
  const commit = (isFinal: boolean): string => {
    // An unmounted input has nothing to commit.
    if (ref.current === null) return formatted;
    store.typing.committed(ref.current);
    const text = format.parse(ref.current.value, isValid);
    const data = text === '' ? '' : valueOf(text, schema, numbers);
    send(data, isFinal);
    format.onCommit?.(text, isValid, isFinal);
    return formatText(asText(data, numbers), format);
  };
  const commitAndFormat = () => {
    const text = commit(true);
    setText(ref.current, text);
    onText?.(text);
  };
  const latest = useRef({ commit, commitAndFormat, onText, plain, isValid, showFormatted });
  latest.current = { commit, commitAndFormat, onText, plain, isValid, showFormatted };

  useEffect(() => {
    const input = ref.current;
    if (input === null) return;
    const onTyped = () => latest.current.onText?.(input.value);
    const onPause = () => press.afterwards(() => void latest.current.commit(false));
    const onSubmitKey = () => latest.current.commitAndFormat();
    // In a textarea, Enter starts a new line.
    const onEnter = input instanceof HTMLTextAreaElement ? undefined : onSubmitKey;
    const onRead = (mode: CommitMode) => {
      if (mode === 'gently' && input.matches(':focus')) latest.current.commit(false);
      else latest.current.commitAndFormat();
    };
    const listener = { onTyped, onPause, onEnter };
    const removers = [store.typing.follow(input, listener), store.onCommit(onRead)];
    return () => {
      for (const remove of removers) remove();
    };
  }, [store, press]);

  const formattedWith = useRef(numbers);
  useEffect(() => {
    // The locale writes numbers differently now.
    if (formattedWith.current !== numbers) latest.current.showFormatted();
    formattedWith.current = numbers;
  }, [numbers]);

  useEffect(() => {
    // A new format, such as a loaded list of cities. Never rewrite an input that has the focus.
    const input = ref.current;
    if (format.format === undefined || input === null || input.matches(':focus')) return;
    const now = latest.current;
    // Autofilled a moment ago and not committed yet: rewriting would lose it.
    if (input.value !== now.plain && format.parse(input.value, now.isValid) !== now.plain) return;
    setText(input, format.format(now.plain));
  }, [format]);

  return {
    ref,
    defaultValue: initial.current,
    onBlur: (event: { target: Control }) => {
      press.afterwards(() => latest.current.commitAndFormat());
      onBlur(id, event.target.value);
    },
  };
}

/**
 * Sends values to RJSF, and notices those that come from elsewhere, such as a reset or a draft. RJSF may
 * render a value only after the next one was sent: it is still one of ours.
 *
 * @param rendered - the value that RJSF renders now
 * @param onForeignValue - called when `rendered` was not sent from here
 * @returns sends a value, unless RJSF has it already
 */
export function useSentValue(
  { id, options, onChange }: Pick<WidgetProps, 'id' | 'options' | 'onChange'>,
  rendered: unknown,
  onForeignValue: () => void,
) {
  /** The value that RJSF last rendered, followed by those sent since. */
  const sent = useRef([rendered]);
  const latest = useRef(onForeignValue);
  latest.current = onForeignValue;
  useEffect(() => {
    const index = sent.current.lastIndexOf(rendered);
    sent.current = index === -1 ? [rendered] : sent.current.slice(index);
    if (index === -1) latest.current();
  }, [rendered]);
  return (value: unknown, isFinal: boolean) => {
    // RJSF may have switched branches without the last value: send again what the input shows.
    if (value === sent.current.at(-1) && (!isFinal || value === rendered)) return;
    sent.current.push(value);
    onChange(value === '' ? options.emptyValue : value, undefined, id);
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
