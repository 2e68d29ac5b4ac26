import type { RJSFSchema } from '@rjsf/utils';

/** What a widget gets. */
export interface WidgetProps {
  /** JSON Pointer into the values. */
  pointer: string;
  schema: RJSFSchema;
  value: unknown;
  required: boolean;
  /** Sends a value to RJSF; `undefined` for none. */
  onChange: (value: unknown) => void;
}
