import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { domId } from '../../fields/field-id.ts';
import { useForm, useStored } from '../../form-context.ts';
import { FormIntro } from '../parts/form-intro.tsx';
import { FieldNotes } from '../parts/notes.tsx';
import { PrefilledFields } from '../parts/prefilled-fields.tsx';
import { useFieldError, useFieldInfo } from '../use-field.ts';

/** The fields of an object, in the order of its `ui:order`. The form itself also has a title and an error here. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { properties, uiSchema } = props;
  const { pointer } = useFieldInfo();
  const content = properties.map((property) => property.content);
  if (pointer !== '') return content;
  return (
    <>
      {uiSchema?.['ui:label'] !== false && <FormHeader {...props} />}
      <FormFields properties={properties} />
    </>
  );
}

/** With steps, the introduction stands above the heading of the first one. */
function FormHeader({ title, description }: ObjectFieldTemplateProps): ReactNode {
  const { steps } = useForm().controller;
  const hasSteps = useStored(() => steps.isEnabled);
  const error = useFieldError('');
  return (
    <>
      {!hasSteps && <FormIntro {...{ title, description }} />}
      {error !== undefined && (
        <div id={domId('')} tabIndex={-1}>
          <FieldNotes pointer="" error={error} />
        </div>
      )}
    </>
  );
}

/** The form's fields, or those of the current step; those that were prefilled are folded. */
function FormFields({ properties }: Pick<ObjectFieldTemplateProps, 'properties'>): ReactNode {
  const { model, controller } = useForm();
  const { steps } = controller;
  const { folded } = model.arrangement;
  useStored(() => steps.current ?? steps.isCheck);
  const shown = properties.filter(({ name }) => steps.hasField(name));
  const prefilled = shown.filter(({ name }) => folded.has(name));
  return (
    <>
      {shown.filter(({ name }) => !folded.has(name)).map(({ content }) => content)}
      {prefilled.length > 0 && <PrefilledFields prefilled={prefilled} />}
    </>
  );
}
