import type { RJSFSchema } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId } from '../../fields/field-id.ts';
import { fileName } from '../../files/file-texts.ts';
import { isFile } from '../../fields/kinds.ts';
import { formatValue } from '../../fields/options.ts';
import { standardField } from '../../fields/match-standard-field.ts';
import { useForm } from '../../form-context.ts';
import { useCities } from '../use-cities.ts';
import { useFieldError, useFieldInfo } from '../use-field.ts';
import { FieldNotes } from './notes.tsx';

interface Value {
  pointer: string;
  schema: RJSFSchema;
  value: unknown;
}

/** A label and a value that the candidate cannot change, as text. */
export function ReadOnlyValue({ value }: Pick<Value, 'value'>): ReactNode {
  const { pointer, valueSchema: schema, messages } = useFieldInfo();
  const error = useFieldError(pointer);
  return (
    <div className="field" part="field">
      <dl className="given">
        <dt className="label" part="label">
          {messages.label}
        </dt>
        <dd className="value" part="value" id={domId(pointer)} tabIndex={-1} translate="no">
          <FormattedValue pointer={pointer} schema={schema} value={value} />
        </dd>
      </dl>
      <FieldNotes pointer={pointer} hint={messages.hint} error={error} />
    </div>
  );
}

export function FormattedValue({ pointer, schema, value }: Value): ReactNode {
  const form = useForm();
  if (schema.format === 'password' || schema.writeOnly === true) return '••••••';
  if (isFile(schema)) {
    const names = [value].flat().map((url) => fileName(String(url)) || form.messages.file.unnamed);
    return names.join(', ');
  }
  const isCity = standardField(pointer) === 'city_locode' && typeof value === 'string';
  const text = formatValue(value, schema, form);
  return isCity && text === value ? <CityName schema={schema} code={value} /> : text;
}

/** The code until the list of cities has loaded. */
function CityName({ schema, code }: { schema: RJSFSchema; code: string }): ReactNode {
  return useCities(schema).cities?.nameOf(code) ?? code;
}
