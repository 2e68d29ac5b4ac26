import type { FieldProps as RjsfFieldProps } from '@rjsf/utils';
import { memo, type ReactNode, useEffect } from 'react';
import { useForm, useStored } from '../form-context.ts';
import { emptyOf, isField, type ValueNode } from '../model/answers.ts';
import { ListField } from './list-field.tsx';
import { Field } from './field.tsx';
import { Branches, isOnlyChoice, ObjectField } from './object-field.tsx';

/** RJSF's only field: the whole form. RJSF renders nothing else, and gets the values after they are rendered. */
export function RootField({ onChange, fieldPathId: { path } }: RjsfFieldProps): ReactNode {
  const { model } = useForm();
  const asked = useStored(() => model.asked);
  const { value } = asked;
  useEffect(() => {
    if (value !== model.defaults) onChange(value, path);
  }, [model, onChange, path, value]);
  return <Question asked={asked} readonly={false} />;
}

interface QuestionProps {
  /** The same object while nothing in it changes. */
  asked: ValueNode;
  /** Its object or list is `readOnly`. */
  readonly: boolean;
}

/** What is asked for a value now. */
const Question = memo(({ asked, readonly }: QuestionProps): ReactNode => {
  const { pointer, node, value, isRequired: required } = asked;
  const { schema, choices, kind } = node;
  const needsAnswer = required && emptyOf(node) === undefined;
  if (kind === 'never' && !needsAnswer) return null;
  const isReadOnly = readonly || schema.readOnly === true;
  const inside = { pointer, node, schema, value, required, readonly: isReadOnly };
  const childOf = (key: string) => {
    const child = asked.children.get(key);
    return child && <Question asked={child} readonly={isReadOnly} />;
  };
  const [choice] = choices;
  const isChoice = choice !== undefined && isOnlyChoice(node, pointer);
  // The inputs of another branch may be of another kind.
  const key = isChoice ? choice.chosen : undefined;
  const isList = kind === 'array' && !isField(node);
  const Kind = kind === 'object' ? ObjectField : isList ? ListField : Field;
  const field = kind !== 'unchosen' && <Kind key={key} {...inside} childOf={childOf} />;
  return isChoice ? <Branches {...{ pointer, node, choice, required }}>{field}</Branches> : field;
});
