import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { Checkboxes } from './choices.tsx';
import { Select } from './select.tsx';

/** RJSF asks for its select whether one choice may be made or several: a list needs boxes to tick. */
export function OneOrMore(props: WidgetProps): ReactNode {
  return props.multiple ? <Checkboxes {...props} /> : <Select {...props} />;
}
