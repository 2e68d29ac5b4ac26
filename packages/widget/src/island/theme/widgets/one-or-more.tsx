import type { EnumOptionsType, WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { ChoiceInput } from './choice-input.tsx';
import { Checkboxes } from './choices.tsx';
import { Select } from './select.tsx';

/** RJSF asks for its select whether one choice may be made or several: a list needs boxes to tick. */
export function OneOrMore(props: WidgetProps): ReactNode {
  if (props.multiple) return <Checkboxes {...props} />;
  return isLong(props.options.enumOptions) ? <ChoiceInput {...props} /> : <Select {...props} />;
}

/** More choices than this are searched, not scrolled through. */
const MOST_IN_SELECT = 15;

function isLong(choices: EnumOptionsType[] = []): boolean {
  return choices.length > MOST_IN_SELECT && choices.every(({ value }) => typeof value === 'string');
}
