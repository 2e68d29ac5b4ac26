import Form, { type FormProps, type IChangeEvent } from '@rjsf/core';
import BootstrapForm from '@rjsf/react-bootstrap';
import type { RJSFSchema } from '@rjsf/utils';
import { type ComponentType, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AskedForm } from '../../src/form/asked-form/asked-form.ts';
import { themeOptions } from '../../src/form/asked-form/field-info.ts';
import { FormController } from '../../src/form/form-controller.ts';
import { validator } from '../../src/form/rjsf-validator.ts';
import { MESSAGES } from '../../src/i18n/messages.build.ts';
import { toPointer, valueAt } from '../../src/validation/json.ts';

/** Published themes of RJSF, as they are. */
export const THEMES: Readonly<Record<string, ComponentType<FormProps>>> = {
  '@rjsf/core': Form,
  '@rjsf/react-bootstrap': BootstrapForm,
};

/** Names in ids: no name of a shape contains it. */
const SEPARATOR = '/';
const CHOICE = /__(?:one|any)of_select$/;

/** The model has the defaults. RJSF only fills in the constants of the branch that the candidate chooses. */
const DEFAULTS = {
  allOf: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'always',
  emptyObjectFields: 'skipDefaults',
} as const;

export interface StockForm {
  container: HTMLElement;
  controller: FormController;
  askedForm: AskedForm;
  /** Presses the button of the form; returns the errors that RJSF finds with our validator. */
  submit: () => readonly string[];
  unmount: () => void;
}

/** A theme in the page, with what our model asks: a host of RJSF that knows nothing of our widgets. */
export function showStock(theme: ComponentType<FormProps>, schema: object): StockForm {
  const controller = new FormController({
    formName: '',
    schema: { type: 'object', ...schema } as never,
    messages: MESSAGES['es']!,
    localeTag: 'es-PE',
    country: 'PE',
    proxyUrl: '',
    loadCombobox: async () => undefined,
    isOpen: () => true,
    isHidden: () => false,
    onChange: () => {},
    onCounted: () => {},
    onInvalid: () => {},
    onAdded: () => {},
    onSubmit: () => {},
    onBroken: (cause) => {
      throw cause;
    },
  });
  const { model, store } = controller;
  const askedForm = new AskedForm({
    model,
    source: () => store.state.language,
    uiSchema: undefined,
    branches: 'schemas',
  });
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  let found: readonly string[] | undefined;
  const host = {
    Theme: theme,
    controller,
    askedForm,
    onValidated: (errors: readonly string[]) => (found = errors),
  };
  flushSync(() => root.render(<Host {...host} />));
  return {
    container,
    controller,
    askedForm,
    submit: () => {
      found = undefined;
      flushSync(() => container.querySelector('form')?.requestSubmit());
      if (found === undefined) throw new Error('The form was not submitted');
      return found;
    },
    unmount: () => {
      root.unmount();
      container.remove();
    },
  };
}

interface HostProps {
  Theme: ComponentType<FormProps>;
  controller: FormController;
  askedForm: AskedForm;
  onValidated: (errors: readonly string[]) => void;
}

function Host({ Theme, controller, askedForm, onValidated }: HostProps): ReactNode {
  const { model, store } = controller;
  const values = useSyncExternalStore(store.subscribe, () => model.values);
  // A chosen branch may ask for something else with the same values.
  const root = useSyncExternalStore(store.subscribe, () => askedForm.root);
  const { schema = {}, uiSchema = {} } = root?.info ?? {};
  const whole = useMemo(
    () => withDefinitions(schema, model.schema as RJSFSchema),
    [schema, model.schema],
  );
  const onChange = ({ formData }: IChangeEvent<unknown>, id = '') => {
    const path = id.replace(CHOICE, '').split(SEPARATOR).slice(1);
    const pointer = toPointer(path);
    if (CHOICE.test(id)) return choose(pointer, id);
    controller.change(pointer, valueAt(formData, pointer));
  };
  /** RJSF passes on only the values: which branch was chosen, the select says. */
  const choose = (pointer: string, id: string) => {
    const { choice } = themeOptions(askedForm.fieldAt(pointer)?.uiSchema).choice ?? {};
    const position = (document.getElementById(id) as HTMLSelectElement).selectedIndex;
    const option = choice?.options[position];
    if (choice && option) controller.choose(pointer, choice.key, option.index);
  };
  return (
    <Theme
      schema={whole}
      uiSchema={uiSchema}
      formData={values}
      validator={validator}
      onChange={onChange}
      onSubmit={() => onValidated([])}
      onError={(errors) => onValidated(errors.map(({ stack }) => stack))}
      experimental_defaultFormStateBehavior={DEFAULTS}
      idSeparator={SEPARATOR}
      noHtml5Validate
      showErrorList={false}
    />
  );
}

/** The branches of the service's schema refer to them. */
function withDefinitions(schema: RJSFSchema, { definitions, $defs }: RJSFSchema): RJSFSchema {
  return { ...schema, ...(definitions && { definitions }), ...($defs && { $defs }) };
}
