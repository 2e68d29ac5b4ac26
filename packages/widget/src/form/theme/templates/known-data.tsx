import type { ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { ID_PREFIX, ID_SEPARATOR } from '../../fields/field-id.ts';
import { fieldWords } from '../../fields/field-words.ts';
import { CONTROLS, focusField } from '../../focus-field.ts';
import { useForm } from '../../form-context.ts';
import { PlainValue } from './plain-value.tsx';

/**
 * What is known already, as a list to read, and its fields to correct it. A `details` element, so
 * that it opens before any script has run; what is folded is submitted all the same.
 */
export function KnownData({ known, ...props }: KnownDataProps): ReactNode {
  const { messages } = useForm();
  const titleId = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const onClick = (event: MouseEvent) => {
    const element = details.current;
    if (element === null) return;
    event.preventDefault();
    element.open = !element.open;
    const first = element.querySelector<HTMLElement>(`:scope > div :is(${CONTROLS})`);
    if (element.open && first !== null) focusField(first);
  };
  return (
    <section className="known" part="known" aria-labelledby={titleId}>
      <h2 className="known-title" id={titleId}>
        {messages.known.title}
      </h2>
      {!isOpen && <KnownList {...props} known={known} />}
      <details ref={details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="button secondary" part="known-button" onClick={onClick}>
          {messages.known.correct}
        </summary>
        <div className="known-fields">{known.map(({ content }) => content)}</div>
      </details>
    </section>
  );
}

type KnownDataProps = Pick<ObjectFieldTemplateProps, 'schema' | 'formData' | 'registry'> & {
  known: ObjectFieldTemplateProps['properties'];
};

function KnownList({ known, schema, formData, registry }: KnownDataProps): ReactNode {
  const form = useForm();
  const entries = known.map(({ name }) => {
    const value: unknown = formData?.[name];
    const field = registry.schemaUtils.retrieveSchema(
      (schema.properties?.[name] ?? {}) as RJSFSchema,
      value,
    );
    const rjsfId = `${ID_PREFIX}${ID_SEPARATOR}${name}`;
    const { label } = fieldWords(rjsfId, field, form, formData?.document_id_type);
    return { label, shown: { rjsfId, schema: field, value } };
  });
  return (
    <dl>
      {entries.map(({ label, shown }) => (
        <div key={shown.rjsfId}>
          <dt>{label}</dt>
          <dd>
            <PlainValue {...shown} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
