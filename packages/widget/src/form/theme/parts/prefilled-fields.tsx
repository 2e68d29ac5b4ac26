import { Fragment, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { AskedField } from '../../asked-form/field-info.ts';
import { useForm, useStored } from '../../form-context.ts';
import { isField } from '../../model/value-nodes.ts';
import { isAnswer } from '../../model/schema.ts';
import { CONTROLS, focusField } from '../../page.ts';
import { FormattedValue } from './read-only.tsx';

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
  const { askedForm } = useForm();
  // The values are not this component's props.
  const root = useStored(() => askedForm.root);
  return (
    <dl>
      {prefilled
        .flatMap(({ name }) => root?.children.get(name) ?? [])
        .map((field) => (
          <div key={field.info.pointer}>
            <dt>{field.info.messages.label}</dt>
            <dd translate="no">
              <PrefilledValue {...field} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

const isGiven = ({ asked, children }: AskedField): boolean =>
  isField(asked.node) ? isAnswer(asked.value) : [...children.values()].some(isGiven);

/** A field, or all that is given in an object or list. */
function PrefilledValue({ asked, info, children }: AskedField): ReactNode {
  const { node, value } = asked;
  if (isField(node)) return <FormattedValue {...{ info, value }} />;
  const given = [...children.values()].filter(isGiven);
  const separator = node.schema.type === 'array' ? '; ' : ', ';
  return given.map((child, index) => (
    <Fragment key={child.info.pointer}>
      {index > 0 && separator}
      {/* A yes or no says nothing without its question. */}
      {typeof child.asked.value === 'boolean' && `${child.info.messages.label}: `}
      <PrefilledValue {...child} />
    </Fragment>
  ));
}
