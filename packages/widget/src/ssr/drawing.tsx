import type Form from '@rjsf/core/lib/components/Form.js';
import { createSchemaUtils, type SchemaUtilsType } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { renderToString } from 'react-dom/server';
import { asksForDates } from '../dates/asks-for-dates.ts';
import * as dates from '../dates/dates.ts';
import * as allOf from '../form/all-of/all-of.ts';
import { CandidateForm, UNANSWERED } from '../form/candidate-form.tsx';
import { FormBoundary } from '../form/form-boundary.tsx';
import { FormContext } from '../form/form-context.ts';
import { FormController } from '../form/form-controller.ts';
import { LONG } from '../form/use-progress.ts';
import type { Theme } from '../form/theme/registry.ts';
import type { FormToDraw } from './index.ts';
import { wordsOf } from '../no-javascript/words-of.ts';

const nothing = () => {};

/** A form that is drawn without a page, with nobody to tell. */
export class Drawing {
  readonly controller: FormController;
  readonly utils: SchemaUtilsType;
  readonly #form: FormToDraw;

  /** @param values - what was filled in; a field that was emptied is `undefined`. Absent: nothing was */
  constructor(form: FormToDraw, values?: FormData) {
    this.#form = form;
    const { schema, locale, country } = form;
    const { messages, wanted } = wordsOf(locale);
    this.controller = new FormController({
      ...this.#surroundings,
      schema,
      country,
      messages,
      localeTag: wanted.tag,
      ...(values && { values }),
      onChange: nothing,
      onCounted: nothing,
      onInvalid: nothing,
      onSubmit: nothing,
      onBroken: () => {
        throw new Error('The schema cannot be checked');
      },
    });
    const { validator, schema: drawn } = this.controller;
    this.utils = createSchemaUtils(validator, drawn, UNANSWERED);
    const formData = this.utils.getDefaultFormState(drawn, values) as FormData;
    // Nothing is mounted on a server: this is what the controller reads of a form that is.
    this.controller.form.current = { state: { formData } } as Form<FormData>;
  }

  /** The island's inside. Only then is it known which fields there are. */
  draw(theme?: Theme): string {
    const { controller } = this;
    const { store, press, arrangement, given, fillIn, numbers } = controller;
    const { messages, wanted } = wordsOf(this.#form.locale);
    const isMonthFirst = /^en-us\b/i.test(wanted.tag);
    const { country } = this.#form;
    const words = { ...this.#surroundings, messages, country, numbers, isMonthFirst };
    // The same tree as in `island.tsx`.
    return renderToString(
      <FormBoundary onBroken={nothing}>
        <FormContext value={{ store, press, arrangement, given, fillIn, ...words }}>
          <CandidateForm controller={controller} {...(theme && { theme })} />
        </FormContext>
      </FormBoundary>,
    );
  }

  /** The same with how much is left to fill in, which a long form says. */
  drawWhole(): string {
    const html = this.draw();
    this.controller.recount();
    const { fields, required } = this.controller.store.counts;
    return fields >= LONG && required > 0 ? this.draw() : html;
  }

  get #surroundings() {
    return {
      // Lists of cities, and what makes an input a combobox, are for a page with scripts.
      proxyUrl: '',
      loadCombobox: () => Promise.resolve(undefined),
      dates: asksForDates(this.#form.schema) ? dates : undefined,
      allOf,
    };
  }
}
