import { Fragment, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { fieldMessages } from '../../fields/labels.ts';
import { useForm, useStored } from '../../form-context.ts';
import { isField, type ValueNode } from '../../model/answers.ts';
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
        .map(({ asked, info }) => (
          <div key={info.pointer}>
            <dt>{info.messages.label}</dt>
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
