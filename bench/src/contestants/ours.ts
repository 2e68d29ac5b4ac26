import { PATHS } from 'precandidate-contract';
import type { Contestant } from './contestant.ts';
import { pageOf } from './page-of.ts';

/** A page in earnest has another each time. */
const NONCE = 'dGhlIGJlbmNoJ3Mgbm9uY2U=';

const COMMON = {
  submit: 'precandidate-form button[type="submit"]',
  error: '[aria-invalid="true"]',
  sent: 'precandidate-sent',
  origin: ({ service }) => service.url,
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

/** The element as the proxy drew it, pasted into the page by the host's back end. */
export const OURS_DRAWN: Contestant = {
  ...COMMON,
  id: 'ours-drawn',
  title: 'ours, drawn by the proxy',
  page: async (form, { service }) => {
    const { html } = await service.newSession(form);
    return html === undefined ? undefined : pageOf({ head: loader(service.url), body: html });
  },
};

/** The same with its styles, under the nonce of the page's policy. */
export const OURS_NONCE: Contestant = {
  ...OURS_DRAWN,
  id: 'ours-nonce',
  title: 'ours, drawn, with the page’s nonce',
  nonce: NONCE,
  page: async (form, { service }) => {
    const { html } = await service.newSession(form, { nonce: NONCE });
    return html === undefined ? undefined : pageOf({ head: loader(service.url), body: html });
  },
};

function loader(url: string): string {
  return `<script type="module" src="${url}${PATHS.widget}"></script>`;
}
