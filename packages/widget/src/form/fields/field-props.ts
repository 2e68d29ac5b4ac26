import type { RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** What the component of an object, a list, or a field gets. */
export interface FieldProps {
  /** JSON Pointer into the values. */
  pointer: string;
  schema: RJSFSchema;
  value: unknown;
  required: boolean;
  readonly: boolean;
  /** The field of an object's property or of a list's entry. */
  childOf: (key: string) => ReactNode;
}
