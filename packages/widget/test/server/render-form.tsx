import type { FormSchema } from 'precandidate-contract';
import { renderToString } from 'react-dom/server';
import { CandidateForm } from '../../src/island/form/candidate-form.tsx';
import { FormContext } from '../../src/island/form/form-context.ts';
import { FormController } from '../../src/island/form/form-controller.ts';
import { messages } from '../../src/messages/es.ts';

const nothing = () => {};

/** The form of a schema as a server draws it. */
export function renderForm(schema: FormSchema): string {
  const loadCombobox = () => Promise.resolve(undefined);
  const words = { messages, country: 'PE', proxyUrl: 'https://proxy.example/', loadCombobox };
  const controller = new FormController({
    ...words,
    schema,
    localeTag: 'es-PE',
    dates: undefined,
    onChange: nothing,
    onCounted: nothing,
    onInvalid: nothing,
    onSubmit: nothing,
    onBroken: nothing,
  });
  const { store, press, arrangement, given, fillIn, numbers } = controller;
  const form = {
    store,
    press,
    arrangement,
    given,
    fillIn,
    numbers,
    isMonthFirst: false,
    dates: undefined,
  };
  return renderToString(
    <FormContext value={{ ...form, ...words }}>
      <CandidateForm controller={controller} />
    </FormContext>,
  );
}
