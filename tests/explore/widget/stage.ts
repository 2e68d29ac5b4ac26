import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import type { Precandidate, Session } from 'precandidate-contract';
import type { startProxy } from 'precandidate-proxy';
import type { startSandbox } from 'precandidate-sandbox';
import { openBrowser } from 'precandidate-testing/browser.ts';
import { type PageServer, startPageServer } from 'precandidate-testing/host-page.ts';
import { addPipeline, serviceRecord } from 'precandidate-testing/sandbox-control.ts';
import {
  BUSY_MACHINE,
  newPrecandidate,
  proxySettings,
  requestProxy,
} from 'precandidate-testing/service.ts';
import type { Form, Opening, Schema } from './form.ts';
import { partsOf } from './form-steps.ts';
import type { Json } from './json.ts';
import { OTHER_FORMS } from './screen.ts';
import { startRelay, type Relay } from './relay.ts';

/** The service, the proxy behind a relay, a host's web server, and a browser. */
export interface Stage {
  browser: Browser;
  relay: Relay;
  /** For files. */
  folder: string;
  /** Of the host's pages. */
  origin: string;
  newForm(schema: Schema): Promise<Precandidate>;
  /** What {@link show} takes: a page with the element, which has a new session. */
  pageFor(
    person: Precandidate,
    opening: Opening,
    form: Form,
  ): Promise<Parameters<PageServer['show']>>;
  /** Session tokens of further forms. */
  otherTokens(count: number): Promise<string[]>;
  /** Listeners of a page whose form was removed when it was open; they may stay. */
  listenersLeft: number;
  newToken(person: Precandidate): Promise<string>;
  /** The page that the host shows next. */
  show: PageServer['show'];
  /** The data that the service has; `undefined` before. */
  received(person: Precandidate): Promise<Json | undefined>;
  restartProxy(): Promise<void>;
  close(): Promise<void>;
}

interface Packages {
  startProxy: typeof startProxy;
  startSandbox: typeof startSandbox;
}

async function packagesOf(checkout: string): Promise<Packages> {
  const load = (name: string): Promise<Packages> =>
    import(pathToFileURL(join(checkout, 'packages', name, 'src/index.ts')).href);
  return { ...(await load('proxy')), ...(await load('sandbox')) };
}

const OTHER_SCHEMA = { type: 'object', properties: { full_name: { type: 'string' } } };
const SESSION_PATH = '/session';
const TAG = '<precandidate-form';
const HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Portal</title>';
const NONCE = 'c2FtZQ';

const inline = (code: string) => `<script nonce="${NONCE}">${code}</script>`;

/** Before the element is defined, as a page may. */
const SET_SOURCE = `document.getElementById('sourced').fetchSession = async () =>
  (await (await fetch('${SESSION_PATH}')).json()).token`;

/** Of a form whose fields a host can find. */
function uiSchemaOf(form: Form, { hasUiSchema, hasSteps }: Opening): object | undefined {
  const last = Object.keys(form.schema.properties ?? {}).at(-1);
  const steps = hasSteps ? partsOf(form) : undefined;
  const uiSchema = {
    ...(hasUiSchema &&
      last !== undefined && {
        'ui:order': [last, '*'],
        [last]: { 'ui:help': 'As in your papers' },
      }),
    ...(steps && { 'ui:options': { steps } }),
  };
  return Object.keys(uiSchema).length > 0 ? uiSchema : undefined;
}

/** See `docs/guides/csp.md`; the host's own address is there for sessions. */
const policyFor = (proxy: string) =>
  `default-src 'none'; script-src ${proxy} 'nonce-${NONCE}'; connect-src ${proxy} 'self'; style-src 'nonce-${NONCE}'; require-trusted-types-for 'script'; trusted-types lit-html`;

/** Starts everything with the packages of `checkout`. */
export async function openStage(checkout: string): Promise<Stage> {
  const packages = await packagesOf(checkout);
  const host = await startPageServer();
  const sandbox = await packages.startSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'precandidate-explore-'));
  const settings = {
    ...proxySettings(sandbox),
    ALLOWED_ORIGINS: host.origin,
    RATE_LIMIT: '1000000',
    DATA_DIR: folder,
  };
  let proxy = await packages.startProxy(settings, BUSY_MACHINE);
  const relay = await startRelay(proxy.url);
  const browser = await openBrowser({ isWhole: true });
  let forms = 0;

  const newSession = async (
    { person_id, precandidate_id: form_id }: Precandidate,
    more: object,
  ) => {
    const body = { person_id, form_id, origin: host.origin, ...more };
    const response = await requestProxy(proxy.url, '/sessions', { body });
    if (!response.ok) throw new Error(`no session: ${await response.text()}`);
    return (await response.json()) as Session;
  };

  const tagWith = (source: string, locale: string) =>
    `<precandidate-form proxy-url="${relay.url}" ${source} locale="${locale}"></precandidate-form>`;

  const stage: Stage = {
    browser,
    relay,
    folder: join(folder, 'files'),
    origin: host.origin,
    async newForm(form_schema) {
      const pipeline = { pipeline_name: `form ${forms++}`, country_code: 'PE' };
      await addPipeline(sandbox.url, { ...pipeline, form_schema });
      return newPrecandidate(proxy.url, pipeline);
    },
    listenersLeft: Infinity,
    async pageFor(person, opening, form) {
      const { locale, isPrerendered, sessionSource } = opening;
      const hasPolicy = opening.hasPolicy === true;
      const ui_schema = uiSchemaOf(form, opening);
      const request = {
        locale,
        html: isPrerendered,
        ...(hasPolicy && { nonce: NONCE }),
        ...(ui_schema && { ui_schema }),
      };
      let session = await newSession(person, request);
      // The first time, a busy machine responds without the form; an unusable schema has none.
      for (let again = 0; isPrerendered && session.html === undefined && again < 5; again += 1)
        session = await newSession(person, request);
      const body = async () => JSON.stringify({ token: await stage.newToken(person) });
      host.serve(SESSION_PATH, { body, type: 'application/json' });
      const address = sessionSource === 'url' ? `session-url="${SESSION_PATH}"` : '';
      const source = sessionSource === 'function' ? 'id="sourced"' : address;
      const element =
        session.html?.replaceAll(proxy.url, relay.url).replace(TAG, `${TAG} ${source}`) ??
        tagWith(source || `session="${session.token}"`, locale);
      const setSource = sessionSource === 'function' ? inline(SET_SOURCE) : '';
      const script = `<script type="module" src="${relay.url}/widget.js"></script>`;
      const markup = `${HEAD}<main><h1>Portal</h1><div id="place">${element}${setSource}${script}</div><p id="below">Below</p></main><div id="${OTHER_FORMS}"></div></html>`;
      return [markup, hasPolicy ? policyFor(relay.url) : undefined];
    },
    otherTokens: (count) =>
      Promise.all(
        Array.from({ length: count }, async () =>
          stage.newToken(await stage.newForm(OTHER_SCHEMA)),
        ),
      ),
    newToken: async (person) => (await newSession(person, { html: false })).token,
    show: host.show,
    async received({ precandidate_id }) {
      const { data } = await serviceRecord(sandbox.url, precandidate_id);
      return (data ?? undefined) as Json | undefined;
    },
    async restartProxy() {
      await proxy.close();
      proxy = await packages.startProxy(settings, BUSY_MACHINE);
      relay.target = proxy.url;
    },
    async close() {
      await browser.close();
      await relay.close();
      await proxy.close();
      await sandbox.close();
      await host.close();
      rmSync(folder, { recursive: true });
    },
  };
  return stage;
}
