import { renderToString } from 'react-dom/server';
import { CandidateForm } from '../form/candidate-form.tsx';
import { FormController } from '../form/form-controller.ts';
import { MESSAGES } from '../i18n/messages.build.ts';
import { chooseLocale, unreachableMessages } from '../i18n/locale.ts';
import type { Messages } from '../i18n/messages.ts';
import type { Sentence } from '../i18n/problem-messages.ts';
import type { FormServer, FormToRender } from './index.ts';

const ignore = () => {};

/**
 * Becomes `:user-valid` when the form is submitted, as every control of a submitted form: so style sheets
 * and the loader know of a submit that was made before any script ran.
 */
const EARLY_SUBMIT = '<input class="early-submit" type="checkbox" form="candidate-form" hidden>';

/** See `FormServer.renderFields`. */
export function renderFields(form: FormToRender): string {
  const locale = chooseLocale([form.locale], null);
  const messages = MESSAGES[locale.base]!;
  const fields = renderForm(form, messages, locale.tag);
  const pending = `<div class="pending-notices" aria-live="polite">${EARLY_SUBMIT}${notice('busy', messages.states.checking)}${notice('problem', unreachableMessages(locale))}</div>`;
  return `<div class="base" part="base" lang="${locale.language}" dir="${locale.dir}" data-locale="${locale.tag}"><div id="form-app" part="form">${fields}</div>${pending}</div>`;
}

function renderForm(
  { schema, uiSchema, country }: FormToRender,
  messages: Messages,
  localeTag: string,
): string {
  const controller = new FormController({
    formName: '',
    schema,
    ...(uiSchema && { uiSchema }),
    country,
    messages,
    localeTag,
    // City lists and comboboxes need scripts.
    proxyUrl: '',
    loadCombobox: () => Promise.resolve(undefined),
    isOpen: () => false,
    isHidden: () => false,
    onChange: ignore,
    onCounted: ignore,
    onInvalid: ignore,
    onAdded: ignore,
    onSubmit: ignore,
    onBroken: () => {
      throw new Error('The schema cannot be validated');
    },
  });
  controller.count();
  return renderToString(<CandidateForm controller={controller} />);
}

/** For our own messages only: the text is not escaped. */
function notice(tone: string, { title, text }: Sentence): string {
  return `<div class="notice ${tone}"><div><p class="title">${title}</p><p class="text">${text}</p></div></div>`;
}

({ renderFields }) satisfies FormServer;
