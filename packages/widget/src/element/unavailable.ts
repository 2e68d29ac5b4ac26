import { UNAVAILABLE } from '../i18n/messages.build.ts';

const CLASS = 'unavailable';

/**
 * Says in each form of the page that it is not available: the element could not be loaded, or cannot run
 * in this page. It shares no module with the element, which may be the one that fails.
 */
export function showUnavailable(): void {
  for (const element of document.querySelectorAll<HTMLElement>('precandidate-form:not(:defined)')) {
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    if (root.querySelector(`.${CLASS}`)) continue;
    // It would blame the network.
    root.querySelector('.pending-notices')?.setAttribute('hidden', '');
    const around = element.closest<HTMLElement>('[lang]')?.lang;
    const tags = [element.getAttribute('locale'), around, ...navigator.languages, 'es'];
    const languages = tags.map((tag) => tag?.toLowerCase().split('-')[0] ?? '');
    const language = languages.find((each) => Object.hasOwn(UNAVAILABLE, each)) ?? '';
    const { dir = '', title = '', text = '' } = UNAVAILABLE[language] ?? {};
    const notice = Object.assign(document.createElement('div'), { className: CLASS, dir });
    notice.lang = language;
    notice.role = 'status';
    for (const sentence of [title, text])
      notice.append(Object.assign(document.createElement('p'), { textContent: sentence }));
    root.append(notice);
    element.dispatchEvent(new CustomEvent('precandidate-problem', EVENT));
  }
}

/** As in the problem catalog, which the element has. */
const EVENT = {
  bubbles: true,
  composed: true,
  detail: {
    type: 'urn:precandidate:problem:form-broken',
    title: 'The form cannot be shown',
    status: 0,
    retryable: false,
    detail: 'The element could not be loaded; the console says why.',
  },
};
