import type { RJSFSchema } from '@rjsf/utils';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type FieldInfo, themeOptions } from '../../asked-form/field-info.ts';
import { domId } from '../../fields/field-id.ts';
import { fileName } from '../../files/file-texts.ts';
import { isFile } from '../../fields/kinds.ts';
import { fieldOptions, formatValue } from '../../fields/options.ts';
import { standardField } from '../../fields/match-standard-field.ts';
import { useForm } from '../../form-context.ts';
import { useCities } from '../use-cities.ts';
import { useFieldError, useFieldInfo } from '../use-field.ts';
import { FieldNotes } from './notes.tsx';

interface FormattedValueProps {
  info: FieldInfo;
  value: unknown;
}

/** A label and a value that the candidate cannot change, as text. */
export function ReadOnlyValue({ value }: Pick<FormattedValueProps, 'value'>): ReactNode {
  const info = useFieldInfo();
  const { pointer, messages } = info;
  const error = useFieldError(pointer);
  return (
    <div className="field" part="field">
      <dl className="given">
        <dt className="label" part="label">
          {messages.label}
        </dt>
        <dd className="value" part="value" id={domId(pointer)} tabIndex={-1} translate="no">
          <FormattedValue info={info} value={value} />
        </dd>
      </dl>
      <FieldNotes pointer={pointer} hint={messages.hint} error={error} />
    </div>
  );
}

/** The value of a field as text, with its options as the field names them. */
export function FormattedValue({ info, value }: FormattedValueProps): ReactNode {
  const form = useForm();
  const isLocal = useIsInPage();
  const { pointer, valueSchema: schema } = info;
  if (schema.format === 'password' || schema.writeOnly === true) return '••••••';
  if (isFile(schema)) {
    const names = [value].flat().map((url) => fileName(String(url)) || form.messages.file.unnamed);
    return names.join(', ');
  }
  const isCity = standardField(pointer) === 'city_locode' && typeof value === 'string';
  const rendered = themeOptions(info.uiSchema).choice?.chosen ?? info;
  const options = fieldOptions(rendered.schema, form, rendered.uiSchema['ui:enumNames']);
  const text = formatValue(value, schema, form, isLocal, options);
  return isCity && text === value ? <CityName schema={schema} code={value} /> : text;
}

const neverChanges = () => () => {};

/** Not on a server, which does not know the time zone of the candidate, and not while its form hydrates. */
function useIsInPage(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** The code until the list of cities has loaded. */
function CityName({ schema, code }: { schema: RJSFSchema; code: string }): ReactNode {
  return useCities(schema).cities?.nameOf(code) ?? code;
}
