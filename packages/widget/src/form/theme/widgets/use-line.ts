import type { WidgetProps } from '@rjsf/utils';
import type { InputHTMLAttributes } from 'react';
import { domId } from '../../fields/field-id.ts';
import { inputAttributes } from '../../fields/input-attributes.ts';
import { fieldAria, type FieldFrame } from '../../fields/use-field.ts';
import { useReading } from './use-reading.ts';
import { useTyped, type Reading } from './use-typed.ts';

/** What an input is told of its field. */
export type LineProps = Pick<
  WidgetProps,
  'id' | 'schema' | 'value' | 'disabled' | 'options' | 'registry' | 'onChange' | 'onBlur'
> & {
  reading?: Reading | undefined;
  /** In place of those that follow from the schema. */
  attributes?: InputHTMLAttributes<HTMLInputElement>;
  /** Id of what describes it beside its hint and error. */
  describedBy?: string | undefined;
  onText?: ((text: string) => void) | undefined;
};

/** All that the input of a line of text needs. */
export function useLine(props: LineProps, frame: FieldFrame) {
  const { id, schema, disabled, attributes, describedBy } = props;
  const aria = fieldAria(id, frame);
  const ownReading = useReading(id, schema, frame.document);
  const typed = useTyped<HTMLInputElement>({ ...props, reading: props.reading ?? ownReading });
  const described = [describedBy, aria['aria-describedby']].filter(Boolean).join(' ');
  return {
    type: 'text',
    className: 'input',
    part: 'input',
    name: domId(id),
    disabled,
    ...inputAttributes(id, schema, frame.document),
    ...attributes,
    ...aria,
    'aria-describedby': described || undefined,
    ...typed,
  };
}
