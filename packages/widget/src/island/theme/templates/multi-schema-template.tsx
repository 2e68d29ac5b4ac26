import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** A part that may take several shapes: the choice, then the fields of the chosen one. */
export function MultiSchemaTemplate({
  selector,
  optionSchemaField,
}: MultiSchemaFieldTemplateProps): ReactNode {
  return (
    <div className="choice" part="choice">
      {selector}
      {optionSchemaField}
    </div>
  );
}
