import { PATHS } from 'precandidate-contract';
import { pageOf, type Contestant } from './contestant.ts';

/** A real page has another one for each response. */
const NONCE = 'dGhlIGJlbmNoJ3Mgbm9uY2U=';

const COMMON = {
  submit: 'precandidate-form button[type="submit"]',
  error: '[aria-invalid="true"]',
} satisfies Partial<Contestant>;

/** The script tag and the element; everything else is fetched. */
export const OURS: Contestant = {
  ...COMMON,
  id: 'ours',
  title: 'ours, script tag',
  page: async (form, { service }) => {
    const { token } = await service.newSession(form);
    const body = `<precandidate-form session="${token}"></precandidate-form>`;
    return pageOf({ head: loader(service.url), body });
  },
};

const prerendered =
  (nonce?: string): Contestant['page'] =>
  async (form, { service }) => {
    const { html } = await service.newSession(form, { ...(nonce && { nonce }) });
    return html === undefined ? undefined : pageOf({ head: loader(service.url), body: html });
  };

/** The form as the proxy prerendered it, inserted into the page by the host's back end. */
export const OURS_HTML: Contestant = {
  ...COMMON,
  id: 'ours-html',
  title: 'ours, prerendered',
  hasInlineStyles: true,
  page: prerendered(),
};

/** The same with inline styles, allowed by the nonce of the page's policy. */
export const OURS_NONCE: Contestant = {
  ...COMMON,
  id: 'ours-nonce',
  title: 'ours, prerendered, with a nonce',
  hasInlineStyles: true,
  nonce: NONCE,
  page: prerendered(NONCE),
};

function loader(url: string): string {
  return `<script type="module" src="${url}${PATHS.widget}"></script>`;
}
