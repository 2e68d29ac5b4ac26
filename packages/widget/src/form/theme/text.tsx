import type { RJSFSchema } from '@rjsf/utils';
import {
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatMessage } from '../../i18n/format-message.ts';
import type { WarningName } from '../../i18n/messages.ts';
import type { DocumentName, StandardField } from '../../i18n/standard-fields.ts';
import { partId } from '../fields/field-id.ts';
import { hasCheckDigit } from '../fields/identity-documents.ts';
import { isPhone } from '../fields/kinds.ts';
import { numberType } from '../fields/locale-numbers.ts';
import {
  normalizeText,
  PATTERNED,
  type TextFormat,
  TRIMMED,
  WEB_ADDRESS,
} from '../fields/parsing.ts';
import {
  isInternational,
  isWholePhone,
  normalizePhone,
  phonePrefix,
} from '../fields/phone-number.ts';
import { isCode, standardField } from '../fields/standard-field.ts';
import { FieldContext, useAutofill, useInputProps } from '../fields/use-field.ts';
import { useForm, type WidgetProps } from '../form-context.ts';
import { useTextValue } from './use-text-value.ts';

type Attributes = InputHTMLAttributes<HTMLInputElement>;

type TextInputProps = WidgetProps & {
  /** Default: the format that follows from the schema. */
  format?: TextFormat | undefined;
  /** Override those that follow from the schema. */
  attributes?: Attributes;
};

/** A single-line input: text, email, phone, number, time of day. */
export function TextInput(props: TextInputProps): ReactNode {
  const { country } = useForm();
  const prefix = isPhone(props.pointer, props.schema) ? phonePrefix(country) : undefined;
  return prefix === undefined ? <Input {...props} /> : <Phone {...props} prefix={prefix} />;
}

/** Shows the country's prefix before the number, unless the number is already international. */
function Phone({ prefix, ...props }: TextInputProps & { prefix: string }): ReactNode {
  const { messages } = useForm();
  const [hasPrefix, setHasPrefix] = useState(() => isInternational(String(props.value ?? '')));
  const prefixId = partId(props.pointer, 'prefix');
  return (
    <div className="phone">
      {!hasPrefix && (
        <span className="prefix" part="prefix" id={prefixId}>
          <span className="unseen">{formatMessage(messages.prefix, prefix)}</span>
          <span aria-hidden="true">{prefix}</span>
        </span>
      )}
      <Input
        {...props}
        describedBy={hasPrefix ? undefined : prefixId}
        onText={(text) => setHasPrefix(isInternational(text))}
      />
    </div>
  );
}

type InputProps = TextInputProps & {
  describedBy?: string | undefined;
  onText?: (text: string) => void;
};

function Input(props: InputProps): ReactNode {
  const { pointer, schema, attributes, describedBy } = props;
  const { document, isDigitsOnly = false } = useContext(FieldContext);
  const inputProps = useInputProps(props);
  const token = useAutofill(pointer, schema);
  const ownFormat = useTextFormat(pointer, schema, document);
  const format = props.format ?? ownFormat;
  const control = useTextValue<HTMLInputElement>({ ...props, format });
  const described = [describedBy, inputProps['aria-describedby']].filter(Boolean).join(' ');
  return (
    <input
      type="text"
      className="input"
      part="input"
      translate="no"
      {...inputAttributes(pointer, schema, isDigitsOnly, token)}
      {...attributes}
      {...inputProps}
      aria-describedby={described || undefined}
      {...control}
    />
  );
}

export function TextArea(props: WidgetProps): ReactNode {
  const { pointer, schema } = props;
  const inputProps = useInputProps(props);
  const token = useAutofill(pointer, schema);
  const control = useTextValue<HTMLTextAreaElement>(props);
  return (
    <textarea
      className="input"
      part="input"
      translate="no"
      rows={4}
      autoComplete={token}
      {...inputProps}
      {...control}
    />
  );
}

/** The format of a phone number, an identity number or other code, or plain text. */
function useTextFormat(
  pointer: string,
  schema: RJSFSchema,
  document: DocumentName | undefined,
): TextFormat {
  const { store, country, controller } = useForm();
  const { loadCheckDigits } = controller.options;
  const rules = useRef<ReturnType<NonNullable<typeof loadCheckDigits>>>(undefined);
  /** The text that was committed last. */
  const latestText = useRef('');
  useEffect(() => {
    if (hasCheckDigit(document)) rules.current = loadCheckDigits?.();
  }, [document, loadCheckDigits]);
  return useMemo(() => {
    const warn = (warning: WarningName | undefined, isFinal: boolean) => {
      // While typing, the number may just be unfinished, and a change would be read out.
      if (isFinal) store.setWarning(pointer, warning);
    };
    if (isPhone(pointer, schema))
      return {
        parse: (text, isValid) => normalizePhone(text, country, isValid),
        onCommit: (text, isValid, isFinal) => {
          const isOdd = text !== '' && isValid(text) && !isWholePhone(text, country);
          warn(isOdd ? 'form' : undefined, isFinal);
        },
      };
    if (schema.format === 'uri') return WEB_ADDRESS;
    if (!isCode(pointer)) return schema.pattern === undefined ? TRIMMED : PATTERNED;
    const parse: TextFormat['parse'] = (text, isValid) => normalizeText(text, isValid, document);
    if (!hasCheckDigit(document)) return { parse };
    return {
      parse,
      onCommit: async (text, isValid, isFinal) => {
        latestText.current = text;
        const isUsable = text !== '' && isValid(text);
        const checkDigits = await rules.current;
        if (latestText.current !== text) return;
        warn(isUsable ? checkDigits?.oddity(text, document) : undefined, isFinal);
      },
    };
  }, [pointer, schema, document, country, store]);
}

const CODE: Attributes = {
  autoCapitalize: 'characters',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
};
const DIGITS: Attributes = { inputMode: 'numeric' };
const NAME: Attributes = { autoCapitalize: 'words' };
const EMAIL: Attributes = { type: 'email', autoComplete: 'email', autoCapitalize: 'none' };
const PHONE: Attributes = { type: 'tel', autoComplete: 'tel' };

const BY_NAME: Partial<Record<StandardField, Attributes>> = {
  company: NAME,
  email: EMAIL,
  fathers_full_name: NAME,
  first_name: NAME,
  full_name: NAME,
  last_name: NAME,
  mothers_full_name: NAME,
  name: NAME,
  phone: PHONE,
  referee_email: EMAIL,
  referee_phone: PHONE,
};
const BY_FORMAT: Record<string, Attributes> = {
  email: EMAIL,
  tel: PHONE,
  phone: PHONE,
  uri: { type: 'url', autoCapitalize: 'none' },
};
/** Never `type="number"`: it discards text that it cannot parse, and scrolling changes it. */
const BY_TYPE: Record<string, Attributes> = {
  integer: { inputMode: 'numeric' },
  number: { inputMode: 'decimal' },
};

/** The type, keyboard, and autofill attributes of an input. */
function inputAttributes(
  pointer: string,
  schema: RJSFSchema,
  isDigitsOnly: boolean,
  token: string | undefined,
): Attributes {
  const known = standardField(pointer);
  const type = numberType(schema);
  const attributes = {
    ...(type && !Array.isArray(schema.type) && BY_TYPE[type]),
    ...(isCode(pointer) ? CODE : known && BY_NAME[known]),
    ...(isDigitsOnly && DIGITS),
    ...(schema.format && Object.hasOwn(BY_FORMAT, schema.format) && BY_FORMAT[schema.format]),
  };
  return token === undefined ? attributes : { ...attributes, autoComplete: LINES[token] ?? token };
}

/** An input has one line, and takes the name of a country, rather than its code. */
const LINES: Partial<Record<string, string>> = {
  'street-address': 'address-line1',
  country: 'country-name',
};
