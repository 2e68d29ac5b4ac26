import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type LocaleNumbers, numberType } from '../../fields/locale-numbers.ts';
import { type TextFormat, TRIMMED } from '../../fields/text-formats.ts';
import { useForm } from '../../form-context.ts';
import type { TextControl, TextField } from '../../text-commits.ts';
import { useCorrect, useFieldInfo } from '../use-field.ts';

type TextValueProps = Pick<WidgetProps, 'onChange'> & {
  value: unknown;
  format?: TextFormat | undefined;
  /** Called with each text that the input shows. */
  onText?: ((text: string) => void) | undefined;
};

/** The value of a text; text that is not a number stays text, so that it can be corrected. */
function valueOf(text: string, schema: RJSFSchema, numbers: LocaleNumbers): unknown {
  const type = numberType(schema);
  const isText =
    type === undefined || (LOSES_DIGITS.test(text) && [schema.type].flat().includes('string'));
  return isText ? text : (numbers.parse(text, type === 'integer') ?? text);
}

/** The number of a document or a telephone, of which a number would lose the start. */
const LOSES_DIGITS = /^(?:0\d|\+)/;

/** The attributes of an uncontrolled text input. */
export function useTextValue<Control extends TextControl>(props: TextValueProps) {
  const { value, onChange, onText } = props;
  const { format = TRIMMED } = props;
  const { numbers, model } = useForm();
  const { valueSchema: schema } = useFieldInfo();
  const plain = asText(value, numbers);
  const formatted = formatText(plain, format);
  const rendered: unknown = formatted === '' ? '' : value;
  const isValid = (text: string) => model.accepts(schema, valueOf(text, schema, numbers));
  const dataOf = (text: string) => (text === '' ? '' : valueOf(text, schema, numbers));
  const commit = (isFinal: boolean, isMeant = false) => {
    const [input] = inputs.values();
    if (input === undefined) return;
    const text = format.parse(format.read?.(input) ?? input.value, isValid);
    const data = dataOf(text);
    const isKept = !send(data, isMeant);
    format.onCommit?.(text, isValid, isFinal);
    if (isFinal && !isKept) show({ text: formatText(asText(data, numbers), format) });
  };
  const { inputs, show, send, register } = useTypedValue<'text', Control>({
    onChange,
    rendered,
    texts: { text: formatted },
    isRight: (data) => model.accepts(schema, data),
    commit: (isFinal) => commit(isFinal),
    onShow: ({ text = '' }) => onText?.(text),
    onTyped: (input) => onText?.(input.value),
  });

  const shownWith = useRef({ numbers, format });
  useEffect(() => {
    const before = shownWith.current;
    shownWith.current = { numbers, format };
    const [input] = inputs.values();
    const isSame = before.numbers === numbers && before.format === format;
    if (input === undefined || isSame) return;
    // Even if the window has lost the focus.
    const isFocused = (input.getRootNode() as ShadowRoot).activeElement === input;
    const meant = format.parse(input.value, isValid);
    if (before.numbers !== numbers) {
      // The locale writes numbers differently now; `translate` has committed what was typed. Text that
      // the candidate is in stays as it is if it still means the same.
      if (!isFocused || dataOf(meant) !== rendered) show({ text: formatted });
      return;
    }
    if (isFocused) return;
    // A new format, such as a loaded list of cities, may know what the text means. Text that was autofilled
    // a moment ago is kept: it is not committed yet.
    if (input.value === plain && meant !== plain) commit(true, true);
    else if (input.value === plain || meant === plain) show({ text: formatted });
  });

  return register('text');
}

/** The texts of a field's inputs, by the inputs' names. */
type Texts<Name extends string> = Readonly<Record<Name, string>>;

interface TypedValue<Name extends string> extends TextField {
  onChange: (value: unknown) => void;
  /** The value that the form has; `''` for none. */
  rendered: unknown;
  /** What the inputs show for it. */
  texts: Texts<Name>;
  isRight: (value: unknown) => boolean;
  onShow?: (texts: Partial<Texts<Name>>) => void;
}

/**
 * The uncontrolled inputs of one value. A value that the candidate has not edited stays as it is, unless it is
 * wrong and its text means a right one, for example without spaces.
 */
export function useTypedValue<Name extends string, Control extends TextControl>(
  props: TypedValue<Name>,
) {
  const { onChange, rendered, texts } = props;
  const { inputs, refOf } = useTextField<Name, Control>(props);
  const correct = useCorrect();
  const initial = useRef(texts);
  /** What the inputs show of a value that the candidate has not edited. */
  const untouched = useRef<Texts<Name> | undefined>(texts);
  /** The value that the inputs stand for: the one that they showed or sent last. */
  const latest = useRef(rendered);
  const isUntouched = () =>
    [...inputs].every(([name, input]) => input.value === untouched.current?.[name]);
  const show = (next: Partial<Texts<Name>>) => {
    if (untouched.current && isUntouched()) untouched.current = { ...untouched.current, ...next };
    setTexts(inputs, next);
    props.onShow?.(next);
  };
  // Before any other effect may commit what the inputs show.
  useLayoutEffect(() => {
    if (latest.current === rendered) return;
    // From elsewhere, such as a draft.
    latest.current = rendered;
    untouched.current = texts;
    show(texts);
  });
  /** Whether the rendered value stays, although the text that is shown for it means another one. */
  const isKept = (value: unknown) => {
    if (rendered === '' || value === rendered) return false;
    return props.isRight(rendered) || (value !== '' && !props.isRight(value));
  };
  return {
    inputs,
    show,
    /**
     * Sends a value, unless the form has it already. Returns `false` when the rendered one is kept instead.
     *
     * @param isMeant - the text of a value that the candidate has not edited means this one, even if both are right
     */
    send: (value: unknown, isMeant = false): boolean => {
      const isCorrection = isUntouched();
      if (!isCorrection) untouched.current = undefined;
      if (isCorrection && !isMeant && isKept(value)) return false;
      if (value === latest.current) return true;
      latest.current = value;
      const pass = isCorrection ? correct : onChange;
      pass(value === '' ? undefined : value);
      return true;
    },
    register: (name: Name) => ({ ref: refOf(name), defaultValue: initial.current[name] }),
  };
}

function setTexts<Name extends string>(
  inputs: ReadonlyMap<Name, TextControl>,
  texts: Partial<Texts<Name>>,
): void {
  for (const [name, input] of inputs) {
    const text = texts[name] ?? input.value;
    if (input.value !== text) input.value = text;
  }
}

/**
 * Lets the form commit the text of a field; see {@link TextCommits}.
 *
 * @returns the mounted inputs, and the ref of each, by name
 */
export function useTextField<Name extends string, Control extends TextControl>(field: TextField) {
  const { textCommits } = useForm().store;
  const latest = useRef(field);
  latest.current = field;
  return useMemo(() => {
    const inputs = new Map<Name, Control>();
    const current: TextField = {
      // Unmounted inputs have nothing to commit.
      commit: (isFinal) => inputs.size > 0 && latest.current.commit(isFinal),
      onTyped: (input, event) => latest.current.onTyped(input, event),
    };
    const refOf = (name: Name) => (input: Control) => {
      inputs.set(name, input);
      const unfollow = textCommits.follow(input, current);
      return () => {
        inputs.delete(name);
        unfollow();
      };
    };
    return { inputs: inputs as ReadonlyMap<Name, Control>, refOf };
  }, [textCommits]);
}

function asText(value: unknown, numbers: LocaleNumbers): string {
  if (typeof value === 'number') return numbers.formatPlain(value);
  return value === undefined || typeof value === 'object' ? '' : String(value);
}

function formatText(text: string, { format }: TextFormat): string {
  return format === undefined ? text : format(text);
}
