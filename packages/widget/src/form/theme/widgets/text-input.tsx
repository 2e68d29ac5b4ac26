import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import {
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import type { WarningName } from '../../../i18n/messages.ts';
import type { DocumentName, StandardField } from '../../../i18n/standard-fields.ts';
import { partId } from '../../fields/field-id.ts';
import { hasCheckDigit } from '../../fields/identity-documents.ts';
import { isPhone } from '../../fields/kinds.ts';
import { numberType } from '../../fields/locale-numbers.ts';
import {
  codeFormat,
  NUMBER,
  PATTERNED,
  type TextFormat,
  WEB_ADDRESS,
} from '../../fields/text-formats.ts';
import {
  isInternational,
  isWholePhone,
  normalizePhone,
  type PhoneNumbers,
  phonePrefix,
} from '../../fields/phone-number.ts';
import { isCode, standardField } from '../../fields/match-standard-field.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo, useInputProps } from '../use-field.ts';
import { useTextValue } from './use-text-value.ts';

type Attributes = InputHTMLAttributes<HTMLInputElement>;

export type TextInputProps = Pick<WidgetProps, 'required' | 'onChange' | 'options'> & {
  value?: unknown;
  placeholder?: string | undefined;
  /** Default: the format that follows from the schema. */
  format?: TextFormat | undefined;
  /** Override those that follow from the schema. */
  attributes?: Attributes;
  /** Id of a text that also describes the input. */
  describedBy?: string | undefined;
};

/** A single-line input: text, email, phone, number. */
export function TextInput(props: TextInputProps): ReactNode {
  const { country } = useForm();
  const { pointer, valueSchema } = useFieldInfo();
  const prefix = isPhone(pointer, valueSchema) ? phonePrefix(country) : undefined;
  return prefix === undefined ? <Input {...props} /> : <Phone {...props} prefix={prefix} />;
}

/** Shows the country's prefix before the number, unless the number is already international. */
function Phone({ prefix, ...props }: TextInputProps & { prefix: string }): ReactNode {
  const { messages } = useForm();
  const { pointer } = useFieldInfo();
  const [hasPrefix, setHasPrefix] = useState(() => isInternational(String(props.value ?? '')));
  const prefixId = partId(pointer, 'prefix');
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
  onText?: (text: string) => void;
};

function Input(props: InputProps): ReactNode {
  const { attributes, describedBy, placeholder, options } = props;
  const info = useFieldInfo();
  const { pointer, valueSchema: schema, document, isDigitsOnly = false } = info;
  const inputProps = useInputProps(props);
  const ownFormat = useTextFormat(pointer, schema, document);
  const format = props.format ?? ownFormat;
  const control = useTextValue<HTMLInputElement>({ ...props, value: props.value, format });
  const described = [describedBy, inputProps['aria-describedby']].filter(Boolean).join(' ');
  return (
    <input
      type="text"
      className="input"
      part="input"
      translate="no"
      placeholder={placeholder || undefined}
      {...inputAttributes(pointer, schema, isDigitsOnly, options.autocomplete)}
      {...attributes}
      {...inputProps}
      aria-describedby={described || undefined}
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
  const phones = usePhoneNumbers(isPhone(pointer, schema));
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
        parse: (text, isValid) => normalizePhone(text, country, isValid, phones),
        onCommit: (text, isValid, isFinal) => {
          const isOdd = text !== '' && isValid(text) && !isWholePhone(text, country, phones);
          warn(isOdd ? 'form' : undefined, isFinal);
        },
      };
    if (numberType(schema) !== undefined) return NUMBER;
    if (schema.format === 'uri') return WEB_ADDRESS;
    if (!isCode(pointer)) return PATTERNED;
    const format = codeFormat(document);
    if (!hasCheckDigit(document)) return format;
    return {
      ...format,
      onCommit: async (text, isValid, isFinal) => {
        latestText.current = text;
        const isUsable = text !== '' && isValid(text);
        const checkDigits = await rules.current;
        if (latestText.current !== text) return;
        warn(isUsable ? checkDigits?.oddity(text, document) : undefined, isFinal);
      },
    };
  }, [pointer, schema, document, country, store, phones]);
}

/** The numbering plans, once they are loaded; only a field that holds a phone number loads them. */
function usePhoneNumbers(isNeeded: boolean): PhoneNumbers | undefined {
  const { loadPhoneNumbers } = useForm().controller.options;
  const [phones, setPhones] = useState<PhoneNumbers>();
  useEffect(() => {
    let isMounted = isNeeded;
    const onLoaded = (loaded: PhoneNumbers | undefined) => {
      if (isMounted) setPhones(loaded);
    };
    if (isNeeded) void loadPhoneNumbers?.().then(onLoaded);
    return () => {
      isMounted = false;
    };
  }, [isNeeded, loadPhoneNumbers]);
  return phones;
}

const CODE: Attributes = {
  autoCapitalize: 'characters',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
};
const DIGITS: Attributes = { inputMode: 'numeric' };
const NAME: Attributes = { autoCapitalize: 'words' };
export const EMAIL: Attributes = { type: 'email', autoComplete: 'email', autoCapitalize: 'none' };
export const WEB_ADDRESS_INPUT: Attributes = { type: 'url', autoCapitalize: 'none' };
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
const BY_FORMAT: ReadonlyMap<string, Attributes> = new Map(
  Object.entries({
    email: EMAIL,
    tel: PHONE,
    phone: PHONE,
    uri: WEB_ADDRESS_INPUT,
  } satisfies Record<string, Attributes>),
);
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
    ...(type === undefined && BY_FORMAT.get(schema.format ?? '')),
  };
  return token === undefined ? attributes : { ...attributes, autoComplete: LINES[token] ?? token };
}

/** An input has one line, and takes the name of a country, rather than its code. */
const LINES: Partial<Record<string, string>> = {
  'street-address': 'address-line1',
  country: 'country-name',
};
