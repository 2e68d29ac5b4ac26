import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { useForm } from '../../form/form-context.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** RJSF hears of what was typed after this pause, in milliseconds. */
const PAUSE = 150;

const asText = (value: unknown) =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value);
const isNumeric = ({ type }: RJSFSchema) => type === 'number' || type === 'integer';
/** A number may be typed with comma or point, and RJSF writes it as the locale does. */
const sameNumber = (a: string, b: string) =>
  a !== '' && b !== '' && Number(a.replace(',', '.')) === Number(b.replace(',', '.'));

/**
 * What an input needs so that a key costs the same however long the form is: the text lives in the
 * input and reaches RJSF after a pause, on blur, on Enter, and before values are read.
 */
export function useTyped({
  id,
  schema,
  value,
  options,
  onChange,
  onBlur,
}: Pick<WidgetProps, 'id' | 'schema' | 'value' | 'options' | 'onChange' | 'onBlur'>) {
  const { store, press } = useForm();
  const known = asText(value);
  const [text, setText] = useState(known);
  const told = useRef(known);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(text);
  current.current = text;

  const tell = (typed: string) => {
    clearTimeout(timer.current);
    if (typed === told.current) return;
    told.current = typed;
    const meant = isNumeric(schema) ? typed.trim().replace(',', '.') : typed;
    onChange(meant === '' ? options.emptyValue : meant, undefined, id);
  };
  const tellLatest = useRef(() => {});
  tellLatest.current = () => tell(current.current);

  useEffect(() => store.beforeRead(() => tellLatest.current()), [store]);
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
      timer.current = setTimeout(() => press.afterwards(() => tellLatest.current()), PAUSE);
    },
    onKeyDown: (event: KeyboardEvent<Field>) => {
      if (event.key === 'Enter') tell(event.currentTarget.value);
    },
    onBlur: (event: { target: Field }) => {
      press.afterwards(() => tellLatest.current());
      onBlur(id, event.target.value);
    },
  };
}
