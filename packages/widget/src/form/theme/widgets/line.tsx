import type { WidgetProps } from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { PLAIN_DATE } from '../../fields/plain-date.ts';
import { FieldFrameContext } from '../../fields/use-field.ts';
import { useForm } from '../../form-context.ts';
import { CityInput } from './city-input.tsx';
import { DateInput } from './date-input.tsx';
import { OneOrMore } from './one-or-more.tsx';
import { TextInput } from './text-input.tsx';

/** A line of text, typed in the way that suits what it holds. */
export function Line(props: WidgetProps): ReactNode {
  const { options } = props;
  const { dates } = useForm();
  const kind = useContext(FieldFrameContext).line;
  // RJSF asks for a widget by its format even where there are choices.
  if (options.enumOptions) return <OneOrMore {...props} />;
  if (kind === 'time') return <TextInput {...props} reading={dates?.time} />;
  if (kind === 'city') return <CityInput {...props} />;
  if (kind === 'text') return <TextInput {...props} />;
  if (dates !== undefined) return <DateInput {...props} dates={dates} kind={kind} />;
  return <TextInput {...props} reading={kind === 'date' ? PLAIN_DATE : undefined} />;
}
