import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { isCode } from '../../fields/input-attributes.ts';
import { tidyText } from '../../fields/tidy-text.ts';
import { useForm } from '../../form/form-context.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

type Typed = Pick<
  WidgetProps,
  'id' | 'schema' | 'value' | 'options' | 'registry' | 'onChange' | 'onBlur'
>;

/** RJSF hears of what was typed after this pause, in milliseconds. */
const PAUSE = 150;

const asText = (value: unknown) =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value);
const isNumeric = ({ type }: RJSFSchema) => type === 'number' || type === 'integer';
const meant = (text: string, schema: RJSFSchema) =>
  isNumeric(schema) ? text.replace(',', '.') : text;
/** A number may be typed with comma or point, and RJSF writes it as the locale does. */
const sameNumber = (a: string, b: string) =>
  a !== '' && b !== '' && Number(a.replace(',', '.')) === Number(b.replace(',', '.'));

/**
 * What an input needs so that a key costs the same however long the form is: the text lives in the
 * input and reaches RJSF after a pause, on blur, on Enter, and before values are read. It reaches it
 * tidied, and from then on the input shows what RJSF has; in a pause the candidate may go on typing.
 */
export function useTyped({ id, schema, value, options, registry, onChange, onBlur }: Typed) {
  const { store, press } = useForm();
  const known = asText(value);
  const [text, setText] = useState(known);
  const told = useRef(known);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(text);
  current.current = text;

  const validator = registry.schemaUtils.getValidator();
  const isRight = (reading: string) => {
    const data = meant(reading, schema);
    return validator.isValid(schema, isNumeric(schema) ? Number(data) : data, registry.rootSchema);
  };
  const tell = (typed: string): string => {
    clearTimeout(timer.current);
    const tidy = tidyText(typed, isCode(id) ? isRight : undefined);
    if (tidy !== told.current) {
      told.current = tidy;
      onChange(tidy === '' ? options.emptyValue : meant(tidy, schema), undefined, id);
    }
    return tidy;
  };
  const settle = (typed: string) => {
    current.current = tell(typed);
    setText(current.current);
  };
  const latest = useRef({ tell: () => {}, settle: () => {} });
  latest.current = {
    tell: () => void tell(current.current),
    settle: () => settle(current.current),
  };

  useEffect(() => store.beforeRead(() => latest.current.settle()), [store]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (known === told.current || sameNumber(known, told.current)) return;
    told.current = known;
    setText(known);
  }, [known]);

  return {
    value: text,
    onChange: (event: ChangeEvent<Field>) => {
      const typed = event.target.value;
      current.current = typed;
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => press.afterwards(() => latest.current.tell()), PAUSE);
    },
    onKeyDown: (event: KeyboardEvent<Field>) => {
      if (event.key === 'Enter') settle(event.currentTarget.value);
    },
    onBlur: (event: { target: Field }) => {
      press.afterwards(() => latest.current.settle());
      onBlur(id, event.target.value);
    },
  };
}
