import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { TRIMMED } from '../../fields/text-to-value.ts';
import { TextInput } from './text-input.tsx';

const PASSWORD = { type: 'password', autoComplete: 'off' };

export function PasswordWidget(props: WidgetProps): ReactNode {
  return <TextInput {...props} format={TRIMMED} attributes={PASSWORD} />;
}
