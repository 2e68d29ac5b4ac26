import type { RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { QuestionNode } from '../questions/merge.ts';

/** What a widget gets. */
export interface WidgetProps {
  /** JSON Pointer into the values. */
  pointer: string;
  schema: RJSFSchema;
  value: unknown;
  required: boolean;
}

/** What the component of an object, a list, or a field gets. */
export interface FieldProps extends WidgetProps {
  node: QuestionNode;
  readonly: boolean;
  /** The field of an object's property or of a list's entry. */
  childOf: (key: string) => ReactNode;
}
