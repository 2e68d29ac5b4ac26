import type { Registry, RJSFSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { lineKind, type LineKind } from './line-kind.ts';

/** The kind of a line; worked out once for a schema. */
export function useLineKind(rjsfId: string, schema: RJSFSchema, registry: Registry): LineKind {
  const { schemaUtils, rootSchema } = registry;
  return useMemo(() => {
    const validator = schemaUtils.getValidator();
    return lineKind(rjsfId, schema, (text) => validator.isValid(schema, text, rootSchema));
  }, [rjsfId, schema, schemaUtils, rootSchema]);
}
