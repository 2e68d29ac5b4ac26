import { deepEquals, type FieldProps as RjsfFieldProps } from '@rjsf/utils';
import { memo, type ReactNode } from 'react';
import { childPointer, memberOf } from '../../validation/json.ts';
import { isOneField } from '../fields/kinds.ts';
import { useForm, useStored } from '../form-context.ts';
import { emptyOf } from '../questions/answers.ts';
import type { Child, QuestionNode } from '../questions/merge.ts';
import { ListField } from './list-field.tsx';
import { Branches } from './branch-select.tsx';
import { Field } from './field.tsx';
import { ObjectField } from './object-field.tsx';

/** RJSF's only field: the whole form. RJSF holds its values, and renders nothing else. */
export function RootField({ formData }: RjsfFieldProps): ReactNode {
  const { questions } = useForm().model;
  const child = { id: questions.root, isRequired: true };
  return <Question pointer="" child={child} value={formData} readonly={false} />;
}

interface QuestionProps {
  pointer: string;
  child: Child;
  value: unknown;
  /** Its object or list is `readOnly`. */
  readonly: boolean;
}

/** What is asked for a value now. */
const Question = memo(({ pointer, child, value, readonly }: QuestionProps): ReactNode => {
  const { questions } = useForm().model;
  useStored(() => questions.choicesAt(pointer));
  const node = questions.resolve(child.id, value, pointer);
  const required = child.isRequired;
  const { schema, choices, kind } = node;
  const needsAnswer = required && emptyOf(node) === undefined;
  if (kind === 'never' && !needsAnswer) return null;
  const isReadOnly = readonly || schema.readOnly === true;
  const inside = { pointer, node, schema, value, required, readonly: isReadOnly };
  const childOf = (key: string) => {
    const question = childAt(node, key);
    const at = { pointer: childPointer(pointer, key), value: memberOf(value, key) };
    return question && <Question {...at} child={question} readonly={isReadOnly} />;
  };
  const [choice] = choices;
  const isChoice = choice !== undefined && isOnlyChoice(node, pointer);
  // The inputs of another branch may be of another kind.
  const key = isChoice ? choice.chosen : undefined;
  const isList = kind === 'array' && !isOneField(schema);
  const Kind = kind === 'object' ? ObjectField : isList ? ListField : Field;
  const field = kind !== 'unchosen' && <Kind key={key} {...inside} childOf={childOf} />;
  return isChoice ? <Branches {...{ pointer, node, choice, required }}>{field}</Branches> : field;
}, deepEquals);

function childAt({ children, items, kind }: QuestionNode, key: string): Child | undefined {
  if (kind === 'object') return children.get(key);
  const id = items.first[Number(key)] ?? items.others;
  return id === undefined ? undefined : { id, isRequired: true };
}

/** Whether a select stands for the whole value, without a heading of its own. */
function isOnlyChoice({ kind, choices: [first] }: QuestionNode, pointer: string): boolean {
  return first !== undefined && pointer !== '' && (kind !== 'object' || first.position === 0);
}
