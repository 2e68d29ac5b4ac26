import type { RJSFSchema } from '@rjsf/utils';

/** What a widget gets. */
export interface WidgetProps {
  /** RJSF's id of the field. */
  id: string;
  schema: RJSFSchema;
  value: unknown;
  required: boolean;
  /** Sends a value to RJSF; `undefined` for none. */
  onChange: (value: unknown) => void;
}
