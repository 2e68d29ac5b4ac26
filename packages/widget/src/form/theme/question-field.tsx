import { getDefaultRegistry } from '@rjsf/core';
import { deepEquals, type FieldProps } from '@rjsf/utils';
import { type ComponentType, memo, type ReactNode } from 'react';
import { pointerOf } from '../fields/field-id.ts';
import { useForm, useStored } from '../form-context.ts';
import { Branches } from './templates/branch-select.tsx';
import type { QuestionNode } from '../questions/merge.ts';
import { QUESTION } from '../questions/schema.ts';

const SchemaField = getDefaultRegistry().fields['SchemaField'] as ComponentType<FieldProps>;

/** RJSF's field for what is asked for its value now. RJSF itself resolves nothing. */
function Field(props: FieldProps): ReactNode {
  const { schema, fieldPathId, required = false } = props;
  // RJSF finds `Object` in an object's field named `constructor`.
  const formData: unknown = typeof props.formData === 'function' ? undefined : props.formData;
  const { questions } = useForm().model;
  const rjsfId = fieldPathId.$id;
  const pointer = pointerOf(rjsfId);
  useStored(() => questions.choicesAt(pointer));
  const id = schema[QUESTION] as number | undefined;
  const node = id === undefined ? undefined : questions.resolve(id, formData, pointer);
  if (node === undefined) return <SchemaField {...props} />;
  if (node.kind === 'never' && !required) return null;
  const [choice] = node.choices;
  const isChoice = choice !== undefined && isOnlyChoice(node, pointer);
  // The inputs of another branch may be of another kind.
  const key = isChoice ? choice.chosen : undefined;
  const field = <SchemaField key={key} {...props} formData={formData} schema={node.schema} />;
  return isChoice ? <Branches {...{ rjsfId, node, choice, required }}>{field}</Branches> : field;
}

/** Whether a select stands for the whole value, without a heading of its own. */
function isOnlyChoice({ kind, choices: [first] }: QuestionNode, pointer: string): boolean {
  return first !== undefined && pointer !== '' && (kind !== 'object' || first.position === 0);
}

export const QuestionField = memo(Field, deepEquals);
