import { renderToString } from 'react-dom/server';
import { asksForDates } from '../dates/asks-for-dates.ts';
import * as dates from '../dates/dates.ts';
import { CandidateForm } from '../island/form/candidate-form.tsx';
import { FormBoundary } from '../island/form/form-boundary.tsx';
import { FormContext } from '../island/form/form-context.ts';
import { FormController } from '../island/form/form-controller.ts';
import type { FormToDraw } from './index.ts';
import { wordsOf } from './words-of.ts';

const nothing = () => {};

/** See {@link FormServer.drawFields}. */
export function drawFields(form: FormToDraw): string {
  const { language, dir } = wordsOf(form.locale).wanted;
  return `<div class="base" part="base" lang="${language}" dir="${dir}"><div id="island" part="form">${islandOf(form)}</div></div>`;
}

/** The same tree as in `island.tsx`, with nobody to tell. */
function islandOf({ schema, locale, country }: FormToDraw): string {
  const { messages, wanted } = wordsOf(locale);
  const surroundings = {
    messages,
    country,
    // Lists of cities, and what makes an input a combobox, are for a page with scripts.
    proxyUrl: '',
    loadCombobox: () => Promise.resolve(undefined),
    dates: asksForDates(schema) ? dates : undefined,
  };
  const controller = new FormController({
    ...surroundings,
    schema,
    localeTag: wanted.tag,
    onChange: nothing,
    onCounted: nothing,
    onInvalid: nothing,
    onSubmit: nothing,
    onBroken: () => {
      throw new Error('The schema cannot be checked');
    },
  });
  const { store, press, arrangement, given, fillIn, numbers } = controller;
  const isMonthFirst = /^en-us\b/i.test(wanted.tag);
  const words = { ...surroundings, numbers, isMonthFirst };
  return renderToString(
    <FormBoundary onBroken={nothing}>
      <FormContext value={{ store, press, arrangement, given, fillIn, ...words }}>
        <CandidateForm controller={controller} />
      </FormContext>
    </FormBoundary>,
  );
}
