import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { choiceKind } from '../../fields/choice-kind.ts';
import { ChoiceInput } from './choice-input.tsx';
import { Checkboxes, Radios } from './choices.tsx';
import { Select } from './select.tsx';

const ONE = { radios: Radios, select: Select, list: ChoiceInput };

/** RJSF asks for its select whether one choice may be made or several: a list needs boxes to tick. */
export function OneOrMore(props: WidgetProps): ReactNode {
  if (props.multiple) return <Checkboxes {...props} />;
  const One = ONE[choiceKind(props.schema)];
  return <One {...props} />;
}
