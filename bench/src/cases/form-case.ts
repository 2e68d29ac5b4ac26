/** A form in no contestant's words; each translates it into its own. */
export interface FormCase {
  /** As `--cases` names it: the number of fields. */
  id: string;
  title: string;
  fields: readonly Field[];
}

/** One question, or a list of entries that hold some. */
export type Field = TextField | ChoiceField | NumberField | PlainField | ListField;

interface FieldBase {
  name: string;
  title: string;
  required: boolean;
}

export interface TextField extends FieldBase {
  kind: 'text';
  minLength: number;
  maxLength: number;
}

/** One of `choices`, from a menu or by radios. */
export interface ChoiceField extends FieldBase {
  kind: 'select' | 'radio';
  choices: readonly string[];
}

/** A whole number. */
export interface NumberField extends FieldBase {
  kind: 'number';
  minimum: number;
  maximum: number;
}

export interface PlainField extends FieldBase {
  kind: 'date' | 'checkbox';
}

/** One entry or more; it opens with one. */
export interface ListField extends FieldBase {
  kind: 'list';
  fields: readonly TextField[];
}
