import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { type FieldInfo, themeOptions } from '../../asked-form/field-info.ts';
import { domId, partId } from '../../fields/field-id.ts';
import { FieldNotes, FieldWarning, LabelText } from '../parts/notes.tsx';
import { ReadOnlyValue } from '../parts/read-only.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { useFieldError, useFieldInfo } from '../use-field.ts';

/** Label, hint, error, and the widget; a fieldset around several inputs, a list, or an object. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, uiSchema, readonly, children } = props;
  const info = useFieldInfo();
  const error = useFieldError(info.pointer);
  // The form's own title is that of the page, and a choice names the value whose branches it offers.
  if (info.pointer === '' || uiSchema?.['ui:label'] === false) return children;
  const widget: unknown = uiSchema?.['ui:widget'];
  const isLeaf = widget !== undefined;
  if (isLeaf && readonly) return <ReadOnlyValue value={props.formData} />;
  const { titleMarkup: markup } = themeOptions(uiSchema);
  const text = <LabelText {...{ label: props.label, markup }} isRequired={!!props.required} />;
  const content = (
    <>
      <FieldNotes pointer={info.pointer} hint={props.rawDescription || undefined} error={error} />
      {children}
      {props.rawHelp !== undefined && (
        <div className="hint" part="hint" id={partId(info.pointer, 'help')}>
          <RichText text={props.rawHelp} />
        </div>
      )}
      {info.canWarn && <FieldWarning />}
    </>
  );
  if (!isLeaf)
    return (
      <Group {...{ info, error, text }} className={schema.type === 'array' ? 'list' : 'group'}>
        {content}
      </Group>
    );
  if (widget === 'radio' || widget === 'checkboxes' || widget === 'date')
    return (
      <Choices
        {...{ info, error, text }}
        isSingle={widget === 'radio'}
        isRequired={!!props.required}
      >
        {content}
      </Choices>
    );
  return (
    <div className="field" part="field">
      {/* A single checkbox has its label beside it. */}
      {widget !== 'checkbox' && (
        <label className="label" part="label" htmlFor={domId(info.pointer)}>
          {text}
        </label>
      )}
      {content}
    </div>
  );
}

interface FieldsetProps {
  info: FieldInfo;
  error: string | undefined;
  text: ReactNode;
  children: ReactNode;
}

/** An object or a list. */
function Group(props: FieldsetProps & { className: string }): ReactNode {
  const { info, error, text, className, children } = props;
  const { pointer, messages } = info;
  const described = [messages.hint && partId(pointer, 'hint'), error && partId(pointer, 'error')];
  return (
    <fieldset
      className={className}
      part="group"
      id={domId(pointer)}
      tabIndex={-1}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
    >
      <legend className="legend" part="legend">
        {text}
      </legend>
      {children}
    </fieldset>
  );
}

/**
 * Several inputs of one field. The inputs, not the group, are described by hint and error: screen readers read
 * them there.
 */
function Choices(props: FieldsetProps & { isSingle: boolean; isRequired: boolean }): ReactNode {
  const { info, error, text, isSingle, isRequired, children } = props;
  const { pointer } = info;
  const labelId = partId(pointer, 'label');
  return (
    <fieldset
      className="field"
      part="field"
      role={isSingle ? 'radiogroup' : undefined}
      aria-labelledby={labelId}
      aria-invalid={isSingle && error !== undefined ? true : undefined}
      aria-required={(isSingle && isRequired) || undefined}
      id={domId(pointer)}
      tabIndex={-1}
    >
      <legend className="label" part="label" id={labelId}>
        {text}
      </legend>
      {children}
    </fieldset>
  );
}
