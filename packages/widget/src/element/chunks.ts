import checkDigitsUrl from 'chunk-url:../check-digits/check-digits.ts';
import comboboxUrl from 'chunk-url:../combobox/combobox.ts';
import imagesUrl from 'chunk-url:../images/images.ts';
import phoneNumbersUrl from 'chunk-url:../phones/phone-parser.ts';
import setupReporterUrl from 'chunk-url:./setup-reporter.ts';
import formAppUrl from 'chunk-url:../form/form-app.tsx';
import hostOverridesUrl from 'chunk-url:../i18n/host-overrides.ts';
import languageUrls from 'chunk-urls:../i18n/*.json';
import type { BootstrapRequest } from 'precandidate-contract';
import { ProblemError } from '../api/problem-error.ts';
import type { PhoneNumbers } from '../form/fields/phone-number.ts';
import type { Images } from '../form/files/read-file.ts';
import type { CheckDigits, Combobox } from '../form/form-app-options.ts';
import { type LanguageFile, type Messages, withPluralRules } from '../i18n/messages.ts';
import type { abandonPendingChunks, loadChunk } from '../load-chunk.ts';

export type FormApp = typeof import('../form/form-app.tsx');

const MAX_TRIES = 3;

/** A prerendered form, parsed: the content of the element's shadow root. */
export interface ParsedForm {
  content: HTMLElement;
  /** Hash of the schema, country, and widget version. */
  fingerprint: string;
}

/** What the loader requested for an element before the element was defined. */
export interface PrefetchedBootstrap {
  /** The page may have set another token or locale since. */
  request: BootstrapRequest;
  response: Promise<Response>;
  /** `undefined` when the page contains a prerendered form already. */
  form: Promise<ParsedForm | undefined> | undefined;
  /** Of the form that the loader shows; `null` while it shows none. */
  fingerprint: string | null;
}

/** What `widget.js` hands to the element. */
export interface LoaderHandover {
  /** Where `widget.js` came from: the proxy of elements without `proxy-url`. */
  scriptUrl: string;
  /** The style sheet of a prerendered form, relative to `scriptUrl`. */
  sheetUrl: string;
  prefetched: Map<Element, PrefetchedBootstrap>;
  loadChunk: typeof loadChunk;
  abandonPendingChunks: typeof abandonPendingChunks;
}

export let handover: LoaderHandover;

export function receiveHandover(given: LoaderHandover): void {
  handover = given;
}

/** Each once, so that the same messages are the same object. */
const messages = new Map<string, Messages>();

/** Every part of the widget that a page loads later. All reject with `proxy-unreachable`. */
export const chunks = {
  formApp: () => load<FormApp>(formAppUrl),
  /** @param language - one of `languages.build.ts` */
  messages: async (language: string): Promise<Messages> => {
    const file = await load<{ default: LanguageFile }>(languageUrls[language] ?? '');
    const loaded = messages.get(language) ?? withPluralRules(file.default);
    messages.set(language, loaded);
    return loaded;
  },
  setupReporter: () => load<typeof import('./setup-reporter.ts')>(setupReporterUrl),
  hostOverrides: () => load<typeof import('../i18n/host-overrides.ts')>(hostOverridesUrl),
};

/** Parts that a form works without until they are here, as the form app's options. */
export const optionalChunks = {
  loadCombobox: () => loadOptional<Combobox>(comboboxUrl),
  loadCheckDigits: () => loadOptional<CheckDigits>(checkDigitsUrl),
  loadImages: () => loadOptional<Images>(imagesUrl),
  loadPhoneNumbers: () => loadOptional<PhoneNumbers>(phoneNumbersUrl),
};

/** Loads the parts that have failed. */
const failedLoads = new Set<() => void>();

/** The network or the tab came back: loads the optional parts that have failed. */
export function loadFailedChunks(): void {
  for (const loadAgain of failedLoads) loadAgain();
}

async function load<Chunk>(url: string): Promise<Chunk> {
  try {
    // `widget.js`, which imports it, is in another folder.
    return await handover.loadChunk<Chunk>(new URL(url, import.meta.url).href, MAX_TRIES);
  } catch (error) {
    // Rewritten on its way: the candidate's connection is not the cause.
    const isSetup = error instanceof SyntaxError;
    const detail = isSetup ? `Something has rewritten ${url.split('/').at(-1)}.` : undefined;
    throw new ProblemError('proxy-unreachable', { isSetup, detail });
  }
}

function loadOptional<Chunk>(url: string): Promise<Chunk> {
  return new Promise((resolve) => {
    const start = () => {
      failedLoads.delete(start);
      load<Chunk>(url).then(resolve, () => failedLoads.add(start));
    };
    start();
  });
}
