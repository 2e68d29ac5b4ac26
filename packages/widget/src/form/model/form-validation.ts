import type { FormData, FormSchema } from 'precandidate-contract';
import { type DateFault, dateFault, dateTimeFault, timeFault } from '../../dates/date.ts';
import { childPointer, isNothing, parentOf, valueAt } from '../../validation/json.ts';
import type { CheckError } from '../../validation/validation-run.ts';
import { check } from '../../validation/validator.ts';
import { textKind, type TextKind } from '../fields/kinds.ts';
import { allValueNodes, isField, type ValueNode, valueNodeAt } from './value-nodes.ts';
import { NO_BRANCH, type QuestionNode } from './question-node.ts';
import { type SchemaReader, isSchema } from './schema.ts';
import {
  type FormViolation,
  oneViolationPerField,
  relevantErrors,
  violationsOf,
} from './violations.ts';

const FAULTS: Partial<Record<TextKind, (value: unknown) => DateFault | undefined>> = {
  date: dateFault,
  'date-time': dateTimeFault,
  time: timeFault,
};

interface ValidatedForm {
  schema: FormSchema;
  schemas: SchemaReader;
  asked: ValueNode;
  /** The schema cannot be validated. */
  onBroken: (cause: unknown) => void;
}

/** What is wrong with some values of a form, for what it asks now. */
export class FormValidation {
  readonly #form: ValidatedForm;

  constructor(form: ValidatedForm) {
    this.#form = form;
  }

  /** The errors of the values as they are, each in the branch that the form asks for. */
  readonly errorsIn = (values: FormData): CheckError[] =>
    relevantErrors(
      this.#allErrors(values),
      ({ pointer, union }) => this.#nodeAt(pointer)?.decided.get(union.key)?.index,
    );

  /** The errors in the words of the form: the most helpful one of each field. */
  violationsOf(errors: readonly CheckError[], values: FormData): FormViolation[] {
    const own = errors.map((error) => this.#asksToChoose(error, values) ?? error);
    const violations = violationsOf(own, values).map((each) => this.#asksForOpener(each));
    const dates = this.#dateFaults(values);
    const isDate = new Set(dates.map(({ pointer }) => pointer));
    return [
      ...oneViolationPerField(violations).filter((each) => !isDate.has(each.pointer)),
      ...dates,
    ];
  }

  /** A required field that cannot be filled in yet: what is missing is the answer that it waits for. */
  #asksForOpener(violation: FormViolation): FormViolation {
    const { asked } = this.#form;
    const { isWaiting = false, waitsFor = [] } = valueNodeAt(asked, violation.pointer) ?? {};
    if (!isWaiting || violation.keyword !== 'required') return violation;
    const pointers = waitsFor.map((name) => childPointer(parentOf(violation.pointer), name));
    const pointer = pointers.find((each) => valueNodeAt(asked, each)?.value === undefined);
    return pointer === undefined ? violation : { pointer, keyword: 'required', params: {} };
  }

  #nodeAt(pointer: string): QuestionNode | undefined {
    return valueNodeAt(this.#form.asked, pointer)?.node;
  }

  /** Where a union fails because the candidate has not chosen a branch, the error that asks for the choice. */
  #asksToChoose(error: CheckError, values: FormData): CheckError | undefined {
    const { keyword, instancePath } = error;
    const { schemas } = this.#form;
    const value = valueAt(values, instancePath);
    const decided = [...(this.#nodeAt(instancePath)?.decided ?? [])];
    const unchosen = decided.filter(
      ([, each]) => each.keyword === keyword && each.index === NO_BRANCH,
    );
    const [, own] = unchosen.find(([key]) => !schemas.isValid({ [keyword]: key }, value)) ?? [];
    if (own === undefined) return undefined;
    const { by } = own;
    const params = 'field' in by ? { missingProperty: by.field } : { choice: by.choice };
    return { ...error, keyword: 'required', params };
  }

  #allErrors(values: FormData): CheckError[] {
    const { schema, onBroken } = this.#form;
    try {
      const errors = [...check(schema, values), ...this.#branchErrors(values)];
      return [...errors, ...this.#emptyEntries(values, errors)];
    } catch (error) {
      onBroken(error);
      return [];
    }
  }

  /** What the branches on the screen demand: the values may be valid in others, too. */
  #branchErrors(values: FormData): CheckError[] {
    const { schema, asked } = this.#form;
    return allValueNodes(asked).flatMap(({ node, pointer }) => {
      if (node.decided.size === 0) return [];
      const value = valueAt(values, pointer);
      // `null` may be the empty answer of a nullable question.
      if (value === undefined || value === null) return [];
      return [...node.decided].flatMap(([branches, { index }]) => {
        const branch = branches[index];
        return isSchema(branch) ? check(branch, value, schema, pointer) : [];
      });
    });
  }

  /** Entries of lists that are empty and have no error yet: a schema that accepts any value asks for a text. */
  #emptyEntries(values: FormData, errors: readonly CheckError[]): CheckError[] {
    const wrong = new Set(errors.map(({ instancePath }) => instancePath));
    const isEmptyEntry = ({ node, pointer, value }: ValueNode): boolean =>
      value === undefined &&
      isField(node) &&
      !node.isNullable &&
      Array.isArray(valueAt(values, parentOf(pointer))) &&
      isNothing(valueAt(values, pointer)) &&
      !wrong.has(pointer);
    return allValueNodes(this.#form.asked)
      .filter(isEmptyEntry)
      .map(({ pointer: instancePath }) => {
        return { instancePath, keyword: 'type', params: {}, branches: [] };
      });
  }

  /** What is wrong with the texts of dates and times, whatever their schemas say. */
  #dateFaults(values: FormData): FormViolation[] {
    const { asked, schemas } = this.#form;
    return allValueNodes(asked).flatMap(({ node: { kind, schema }, pointer }) => {
      const value = valueAt(values, pointer);
      if (kind !== 'leaf' || schema.enum !== undefined || typeof value !== 'string') return [];
      const found = FAULTS[textKind(pointer, schema, (text) => schemas.accepts(schema, text))];
      const fault = found?.(value);
      return fault === undefined ? [] : [{ pointer, keyword: 'format', params: { fault } }];
    });
  }
}
