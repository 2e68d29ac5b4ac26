import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { openHost } from 'precandidate-testing/host-page.ts';
import { newPrecandidate } from 'precandidate-testing/service.ts';

// Over HTTP/1.1, a browser opens six connections to a host for all of its tabs.

const stage = openHost();

for (const isPrerendered of [false, true])
  test(`seven tabs over HTTP/1.1: all forms open, and the last one is submitted (${isPrerendered ? 'prerendered' : 'script tag'})`, async () => {
    const context = (await stage.openMarkup('<title>Portal</title>')).context();
    const pages: Page[] = [];
    for (let tab = 1; tab <= 7; tab += 1) {
      const person = await newPrecandidate(stage.proxy.url);
      const page = await context.newPage();
      await page.goto(stage.origin);
      await page.setContent(stage.pageOf(await stage.elementFor(person, { isPrerendered })));
      await page.locator('precandidate-form:state(ready)').waitFor();
      pages.push(page);
    }
    const last = pages.at(-1) ?? assert.fail();
    await last.getByLabel('Número de documento').fill('41234561');
    await last.getByLabel('Ciudad').fill('PE LIM');
    await last.getByRole('button', { name: 'Enviar' }).click();
    await last.locator('precandidate-form:state(submitted)').waitFor();
  });
