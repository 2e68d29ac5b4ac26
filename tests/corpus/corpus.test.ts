import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { openBrowser } from '../stage/browser.ts';
import { openHost } from '../stage/host-page.ts';
import { addPipeline, serviceRecord } from '../stage/sandbox-control.ts';
import { newPrecandidate } from '../stage/service.ts';
import type { CorpusEntry } from './entry.ts';
import { fillIn, submit } from './fill-in.ts';

/** Pages at once: more of them only wait for one another, and for the proxy's validator. */
const CONCURRENCY = 2;
const FORMS = fileURLToPath(new URL('forms/', import.meta.url));
const ENTRIES = readdirSync(FORMS).flatMap(
  (file) => JSON.parse(readFileSync(FORMS + file, 'utf8')) as CorpusEntry[],
);

// Its own browser: the stage's would close the pages of a test while another one runs.
const stage = openHost({ hasBrowser: false });
let browser: Browser;
let context: BrowserContext;
const pages: Page[] = [];

before(async () => {
  browser = await openBrowser();
  context = await browser.newContext({ timezoneId: 'America/Lima' });
});
after(() => browser.close());

/** Creates a precandidate with this form; returns its id and the address of its page. */
async function openForm(entry: CorpusEntry, index: number) {
  const { schema, locale = 'es', country = 'PE', pipeline = `corpus ${index}` } = entry;
  const creation = { pipeline_name: pipeline, country_code: country };
  const phone = '+51999888777';
  if (schema !== undefined)
    await addPipeline(stage.sandbox.url, { ...creation, form_schema: schema });
  const person = await newPrecandidate(stage.proxy.url, { ...creation, phone });
  const body = stage.pageOf(await stage.elementFor(person, { lang: locale }), 'es');
  stage.server.serve(`/${index}`, { body });
  return { form_id: person.precandidate_id, url: `${stage.origin}/${index}` };
}

/** Waits for one of the states; returns it, or what else the element shows. */
async function reached(page: Page, states: string[]): Promise<string> {
  const ends = [...states, 'problem', 'session-invalid', 'refused'].map(
    (each) => `:state(${each})`,
  );
  await page.waitForFunction(
    (selector) => document.querySelector(`precandidate-form:is(${selector})`) !== null,
    ends.join(','),
  );
  return page
    .locator('precandidate-form')
    .evaluate((element) => (element as { state?: string }).state ?? '');
}

const SUBMITTED = ['sending', 'sent', 'submitted'];

async function complete(page: Page, { steps }: CorpusEntry, url: string): Promise<void> {
  await page.goto(url);
  assert.equal(await reached(page, ['ready']), 'ready');
  await page.evaluate(() => {
    for (const name of ['precandidate-invalid', 'precandidate-problem'])
      document.addEventListener(name, (event) => {
        const { detail } = event as CustomEvent<{ retryable?: boolean }>;
        if (!detail.retryable) Object.assign(globalThis, { invalid: JSON.stringify(detail) });
      });
  });
  for (const step of steps) await fillIn(page, step);
  await page.evaluate(() => Object.assign(globalThis, { invalid: undefined }));
  await submit(page);
  const result = await page.waitForFunction((states) => {
    const { invalid } = globalThis as { invalid?: string };
    const form = document.querySelector('precandidate-form') as HTMLElement & { state: string };
    return invalid ?? (states.includes(form.state) ? 'sent' : undefined);
  }, SUBMITTED);
  assert.equal(await result.jsonValue(), 'sent');
  await reached(page, ['sent', 'submitted']);
}

describe(`a corpus of ${ENTRIES.length} forms`, { concurrency: CONCURRENCY }, () => {
  for (const [index, entry] of ENTRIES.entries())
    test(entry.name, async () => {
      const { form_id, url } = await openForm(entry, index);
      const page = pages.pop() ?? (await context.newPage());
      try {
        await complete(page, entry, url);
      } finally {
        pages.push(page);
      }
      assert.deepEqual((await serviceRecord(stage.sandbox.url, form_id)).data, entry.sends);
    });
});
