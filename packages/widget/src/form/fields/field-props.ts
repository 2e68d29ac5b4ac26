import type { RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** What the component of an object, a list, or a field gets. */
export interface FieldProps {
  /** RJSF's id of the field. */
  id: string;
  schema: RJSFSchema;
  value: unknown;
  required: boolean;
  readonly: boolean;
  /** The field of an object's property or of a list's entry. */
  childOf: (key: string) => ReactNode;
}
