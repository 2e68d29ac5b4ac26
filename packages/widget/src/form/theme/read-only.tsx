import type { RJSFSchema } from '@rjsf/utils';
import { Fragment, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isField, type ValueNode } from '../model/answers.ts';
import { isAnswer } from '../model/schema.ts';
import { domId } from '../fields/field-id.ts';
import { formatValue } from '../fields/options.ts';
import { isFile } from '../fields/kinds.ts';
import { fieldMessages } from '../fields/labels.ts';
import { standardField } from '../fields/standard-field.ts';
import { useFieldError, useFieldMessages, useRegisteredField } from '../fields/use-field.ts';
import { type FieldProps, useForm, useStored } from '../form-context.ts';
import { useCities } from './combobox.tsx';
import { fileName } from './file.tsx';
import { FieldNotes } from './notes.tsx';
import { CONTROLS, focusField } from '../page.ts';

type ReadOnlyValueProps = Pick<FieldProps, 'pointer' | 'schema' | 'value'>;

/** A label and a value that the candidate cannot change, as text. */
export function ReadOnlyValue(props: ReadOnlyValueProps): ReactNode {
  const { pointer, schema, value } = props;
  const messages = useFieldMessages(pointer, schema);
  const error = useFieldError(pointer);
  useRegisteredField(pointer, messages, 'typed');
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
      <FieldNotes pointer={pointer} hint={schema.description} error={error} />
    </div>
  );
}

function FormattedValue({ pointer, schema, value }: ReadOnlyValueProps): ReactNode {
  const form = useForm();
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
  return useCities(schema)?.nameOf(code) ?? code;
}

interface PrefilledFieldsProps {
  prefilled: readonly { name: string; content: ReactNode }[];
}

/**
 * Prefilled values as a list, with a button that opens their fields for correction. A `details`
 * element, so that it opens before hydration. Its fields are submitted while closed, too.
 */
export function PrefilledFields({ prefilled }: PrefilledFieldsProps): ReactNode {
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
      {!isOpen && <PrefilledList prefilled={prefilled} />}
      <details ref={details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="button secondary" part="known-button" onClick={onClick}>
          {messages.known.correct}
        </summary>
        <div className="known-fields">{prefilled.map(({ content }) => content)}</div>
      </details>
    </section>
  );
}

function PrefilledList({ prefilled }: PrefilledFieldsProps): ReactNode {
  const form = useForm();
  // The values are not this component's props.
  const { children } = useStored(() => form.model.asked);
  const documentType = children.get('document_id_type')?.value;
  const names = new Set(prefilled.map(({ name }) => name));
  return (
    <dl>
      {[...names]
        .flatMap((name) => children.get(name) ?? [])
        .map((asked) => (
          <div key={asked.pointer}>
            <dt>{fieldMessages(asked.pointer, asked.node.schema, form, documentType).label}</dt>
            <dd translate="no">
              <PrefilledValue {...asked} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

const isGiven = ({ node, value, children }: ValueNode): boolean =>
  isField(node) ? isAnswer(value) : [...children.values()].some(isGiven);

/** A field, or all that is given in an object or list. */
function PrefilledValue({ node, pointer, value, children }: ValueNode): ReactNode {
  const form = useForm();
  if (isField(node)) return <FormattedValue {...{ pointer, schema: node.schema, value }} />;
  const given = [...children.values()].filter(isGiven);
  const separator = node.schema.type === 'array' ? '; ' : ', ';
  return given.map((child, index) => (
    <Fragment key={child.pointer}>
      {index > 0 && separator}
      {/* A yes or no says nothing without its question. */}
      {typeof child.value === 'boolean' &&
        `${fieldMessages(child.pointer, child.node.schema, form).label}: `}
      <PrefilledValue {...child} />
    </Fragment>
  ));
}
