import type Form from '@rjsf/core';
import { createSchemaUtils } from '@rjsf/utils';
import type { FormData } from 'precandidate-contract';
import { renderToString } from 'react-dom/server';
import { CandidateForm, UNANSWERED } from '../form/candidate-form.tsx';
import { FormBoundary } from '../form/form-boundary.tsx';
import { FormContext } from '../form/form-context.ts';
import { FormController } from '../form/form-controller.ts';
import { LONG } from '../form/use-progress.ts';
import { messages as en } from '../i18n/en.ts';
import { messages as es } from '../i18n/es.ts';
import { chooseLocale, type Language } from '../i18n/locale.ts';
import type { Messages, Sentence } from '../i18n/messages.ts';
import { messages as pt } from '../i18n/pt.ts';
import { UNREACHABLE } from '../i18n/problem-messages.ts';
import type { FormToRender } from './index.ts';

const MESSAGES: Record<Language, Messages> = { es, pt, en };
const nothing = () => {};

/** See `FormServer.renderFields`. */
export function renderFields(form: FormToRender): string {
  const wanted = chooseLocale([form.locale], []);
  const messages = MESSAGES[wanted.base];
  const fields = renderForm(form, messages, wanted.tag);
  const pending = `<div class="kept" role="status">${notice('busy', messages.states.checking)}${notice('trouble', UNREACHABLE[wanted.base])}</div>`;
  return `<div class="base" part="base" lang="${wanted.language}" dir="${wanted.dir}"><div id="island" part="form">${fields}</div>${pending}</div>`;
}

/** The same tree as in `mount-form.tsx`. */
function renderForm({ schema, country }: FormToRender, messages: Messages, tag: string): string {
  const surroundings = {
    // City lists and comboboxes need scripts.
    proxyUrl: '',
    loadCombobox: () => Promise.resolve(undefined),
  };
  const controller = new FormController({
    ...surroundings,
    schema,
    country,
    messages,
    localeTag: tag,
    onChange: nothing,
    onCounted: nothing,
    onInvalid: nothing,
    onSubmit: nothing,
    onBroken: () => {
      throw new Error('The schema cannot be checked');
    },
  });
  const { validator, schema: drawn } = controller;
  const utils = createSchemaUtils(validator, drawn, UNANSWERED);
  const formData = utils.getDefaultFormState(drawn) as FormData;
  // Nothing mounts on a server, so give the controller the state that it reads from the mounted form.
  controller.form.current = { state: { formData } } as Form<FormData>;

  const { store, press, arrangement, given, fillIn, numbers } = controller;
  const isMonthFirst = /^en-us\b/i.test(tag);
  const context = { ...surroundings, messages, country, numbers, isMonthFirst };
  const render = () =>
    renderToString(
      <FormBoundary onBroken={nothing}>
        <FormContext value={{ store, press, arrangement, given, fillIn, ...context }}>
          <CandidateForm controller={controller} />
        </FormContext>
      </FormBoundary>,
    );
  const html = render();
  // The fields are known only after a render; a long form says how many are left.
  controller.recount();
  const { fields, required } = controller.store.counts;
  return fields >= LONG && required > 0 ? render() : html;
}

/** For our own messages only: the text is not escaped. */
function notice(tone: string, { title, text }: Sentence): string {
  return `<div class="notice ${tone}"><div><p class="title">${title}</p><p class="text">${text}</p></div></div>`;
}
