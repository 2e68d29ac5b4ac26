import RjsfObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** The same one at every draw. */
const NO_UI_SCHEMA = {};

/**
 * RJSF's object, of which a change draws the fields that it changes. By itself it takes the `uiSchema`,
 * which RJSF copies at every draw, for another one each time, and draws all of its fields; ours is
 * always empty.
 */
export function ObjectField(props: FieldProps): ReactNode {
  return <RjsfObjectField {...props} uiSchema={NO_UI_SCHEMA} />;
}
