import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startDemo } from 'precandidate-demo';
import { startProxy } from 'precandidate-proxy';
import { startSandbox } from 'precandidate-sandbox';
import { openBrowser } from 'precandidate-testing/browser.ts';
import { openCandidate } from 'precandidate-testing/candidate.ts';
import { freePorts, startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { PORTAL_ENV } from 'precandidate-testing/examples.ts';
import {
  createCandidate,
  hrStatus,
  openGallery,
  openHr,
  type Stage,
} from 'precandidate-testing/demo.ts';
import { ROOT } from 'precandidate-testing/repository.ts';
import { BACKEND_KEY, proxySettings } from 'precandidate-testing/service.ts';

// npm run docs:images takes every screenshot in docs/images again.

const FOLDER = join(ROOT, 'docs/images');

/** Writes a screenshot as WebP, a third of the size of a PNG. */
async function save(name: string, png: Buffer, { browser }: Stage): Promise<void> {
  const page = await browser.newPage();
  const webp = await page.evaluate(toWebp, png.toString('base64'));
  await writeFile(join(FOLDER, `${name}.webp`), webp, 'base64');
  await page.close();
}

async function toWebp(png: string): Promise<string> {
  const bitmap = await createImageBitmap(await (await fetch(`data:;base64,${png}`)).blob());
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas.toDataURL('image/webp', 0.8).replace(/^.*,/, '');
}

/** Section of the gallery → how to open it. A specimen needs a width of 344 px. */
const SECTIONS: Record<string, { width: number; lang: 'en' | 'es' }> = {
  themes: { width: 1424, lang: 'en' },
  languages: { width: 1424, lang: 'en' },
  layouts: { width: 1080, lang: 'es' },
  states: { width: 1424, lang: 'en' },
  problems: { width: 1424, lang: 'en' },
};

async function takeGallery(stage: Stage): Promise<void> {
  for (const [kind, { width, lang }] of Object.entries(SECTIONS)) {
    const page = await openGallery(stage, { kind, lang, viewport: { width, height: 900 } });
    await page.evaluate(showEverything);
    const png = await page.locator('.wall').screenshot({ animations: 'disabled' });
    await save(`gallery-${kind}`, png, stage);
    await page.context().close();
  }
}

/** Removes the limits of size that make the gallery's page handy. The page's policy forbids a style tag. */
function showEverything(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    'main.gallery { max-inline-size: none } .frame { max-block-size: none !important }',
  );
  document.adoptedStyleSheets.push(sheet);
}

/** The candidate's page with errors, beside HR's page when the reports have ended. */
async function takePortal(stage: Stage): Promise<void> {
  const hr = await openHr(stage);
  const id = await createCandidate(hr, { name: 'Rosa Mamani', pipeline: 'peru_basic' });
  const candidate = await openCandidate(stage, id, { lang: 'en' });
  await candidate.getByRole('button', { name: 'Send' }).click();
  await candidate.locator('[part~="error-summary"]').waitFor();
  const phone = await imageOf(candidate);

  await candidate.getByLabel(/document number/i).fill('70456123');
  await candidate.getByLabel(/city/i).fill('Lima');
  await candidate.getByRole('button', { name: 'Send' }).click();
  await hr.getByText('person.completed', { exact: true }).waitFor();
  await hrStatus(hr, 'Passed');
  const portal = await imageOf(hr);

  const images = [
    { src: phone, width: 341 },
    { src: portal, width: 950 },
  ];
  await saveTogether('candidate-and-portal', images, { width: 1400, height: 860 }, stage);
}

/** The page of the quickstart: filled in, after a reload, and confirmed. */
async function takeQuickstart(stage: Stage): Promise<void> {
  const [port = 0] = await freePorts(1);
  const sandbox = await startSandbox();
  const origin = `http://127.0.0.1:${port}`;
  const proxy = await startProxy({ ...proxySettings(sandbox), ALLOWED_ORIGINS: origin });
  const env = { ...PORTAL_ENV, PROXY_URL: proxy.url, BACKEND_KEY, PORT: `${port}` };
  const cwd = join(ROOT, 'examples/html');
  const portal = startCommand(process.execPath, ['portal.mjs'], { cwd, env });
  try {
    await waitForLine(portal.child, /^http:/);
    const page = await stage.browser.newPage({
      locale: 'en-US',
      viewport: { width: 420, height: 630 },
      deviceScaleFactor: 2,
    });
    await page.goto(origin);
    await page.getByLabel(/document number/i).fill('70456123');
    await page.getByLabel(/city/i).fill('Lima');
    await page.getByLabel(/city/i).blur();
    const form = await imageOf(page);
    await page.reload();
    await page.locator('precandidate-form:state(ready)').waitFor();
    const reloaded = await imageOf(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('precandidate-form:state(submitted)').waitFor();
    const images = [form, reloaded, await imageOf(page)].map((src) => ({ src, width: 420 }));
    await saveTogether('quickstart', images, { width: 1416, height: 710 }, stage);
  } finally {
    await portal.stop();
    await proxy.close();
    await sandbox.close();
  }
}

const UI_SCHEMA = {
  schema: {
    type: 'object',
    required: ['shift', 'name'],
    properties: {
      name: { type: 'string', title: 'applicant_name' },
      about: { type: 'string' },
      shift: { enum: ['day', 'night'] },
    },
  },
  ui_schema: {
    'ui:order': ['shift', '*'],
    name: { 'ui:title': 'Your full name', 'ui:help': 'As on your passport' },
    about: { 'ui:title': 'About you', 'ui:widget': 'textarea' },
    shift: {
      'ui:title': 'When can you work?',
      'ui:options': { inline: true },
      'ui:enumNames': ['By day', 'By night'],
    },
  },
};

/** The same form without and with a `ui_schema`. */
async function takeUiSchema(stage: Stage): Promise<void> {
  const { schema, ui_schema } = UI_SCHEMA;
  const images: { src: string; width: number }[] = [];
  for (const given of [{}, ui_schema]) {
    const page = await stage.browser.newPage({ viewport: { width: 420, height: 900 } });
    await page.goto(`${stage.portal.url}/gallery/try`);
    await page.locator('[name=schema]').fill(JSON.stringify(schema));
    await page.locator('[name=ui_schema]').fill(JSON.stringify(given));
    await page.locator('[name=language]').selectOption('en');
    await page.getByRole('button', { name: 'Show the form' }).click();
    const form = page.locator('precandidate-form:state(ready)');
    const png = await form.screenshot({ animations: 'disabled' });
    images.push({ src: `data:image/png;base64,${png.toString('base64')}`, width: 380 });
    await page.close();
  }
  await saveTogether('ui-schema', images, { width: 900, height: 640 }, stage);
}

/** Saves several screenshots in a row as one picture. */
async function saveTogether(
  name: string,
  images: readonly { src: string; width: number }[],
  viewport: { width: number; height: number },
  stage: Stage,
): Promise<void> {
  const page = await stage.browser.newPage({ viewport });
  await page.setContent(`<style>
    body { margin: 0; display: flex; gap: 36px; align-items: center; justify-content: center; block-size: 100vh; background: #e8e3dc }
    img { border-radius: 14px; box-shadow: 0 12px 40px #0003 }
  </style>${images.map(({ src, width }) => `<img src="${src}" width="${width}">`).join('')}`);
  await page.locator('img').last().waitFor();
  await save(name, await page.screenshot(), stage);
}

async function imageOf(page: Page): Promise<string> {
  const png = await page.screenshot({ animations: 'disabled' });
  return `data:image/png;base64,${png.toString('base64')}`;
}

const demo = await startDemo(undefined, { LOG_LEVEL: 'silent' });
const browser = await openBrowser();
try {
  const stage = Object.assign(demo, { browser });
  await takeGallery(stage);
  await takePortal(stage);
  await takeQuickstart(stage);
  await takeUiSchema(stage);
} finally {
  await browser.close();
  await demo.close();
}
