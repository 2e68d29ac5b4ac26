import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { bundleTests } from './test/element/stage/bundle-tests.ts';
import { startStage } from './test/element/stage/start-stage.ts';
import { BROWSER_ARGUMENTS } from 'precandidate-testing/browser.ts';
import { freePorts } from 'precandidate-testing/commands.ts';

// Element tests: the widget as it is shipped, in a real browser, on the real proxy and sandbox.
const { HEADLESS_CHROMIUM_PATH, CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
const [port] = await freePorts(1);
const stage = await startStage(`http://localhost:${port}`);
const rootDir = await bundleTests();

export default {
  rootDir,
  port,
  files: [`${rootDir}/*.browser.js`],
  concurrency: 1,
  // They end what hangs: a busy machine may need ten times as long as a quiet one.
  browserStartTimeout: 300_000,
  testsStartTimeout: 300_000,
  testsFinishTimeout: 30 * 60_000,
  testFramework: { config: { ui: 'tdd', timeout: 180_000 } },
  middleware: [stage.middleware],
  plugins: [
    { name: 'stage', serverStop: () => stage.close() },
    {
      name: 'finger',
      /** `tap` at a point of the page, as a finger does: its focus and click come after it is lifted. */
      async executeCommand({ command, payload: { x, y } = {}, session }) {
        if (command !== 'tap') return undefined;
        await session.browser.getPage(session.id).touchscreen.tap(x, y);
        return true;
      },
    },
    {
      name: 'keyboard',
      /** `compose`: sets the text of an input method's composition; `insert`: ends it with this text. */
      async executeCommand({ command, payload: { text } = {}, session }) {
        if (command !== 'compose' && command !== 'insert') return undefined;
        const page = session.browser.getPage(session.id);
        const client = await page.context().newCDPSession(page);
        const selection = { selectionStart: text?.length, selectionEnd: text?.length };
        if (command === 'compose')
          await client.send('Input.imeSetComposition', { text, ...selection });
        else await client.send('Input.insertText', { text });
        await client.detach();
        return true;
      },
    },
    {
      name: 'vanishing-file',
      /** `choose-and-delete`: chooses a file of this name in an input, and deletes it. */
      async executeCommand({ command, payload: { selector, name } = {}, session }) {
        if (command !== 'choose-and-delete') return undefined;
        const folder = await mkdtemp(join(tmpdir(), 'precandidate-vanishing-'));
        await writeFile(join(folder, name), 'x'.repeat(1_000));
        await session.browser.getPage(session.id).setInputFiles(selector, join(folder, name));
        await rm(folder, { recursive: true });
        return true;
      },
    },
    {
      name: 'accessibility-tree',
      /** `accessibility-tree`: role, name, and description of all that assistive technology gets. */
      async executeCommand({ command, session }) {
        if (command !== 'accessibility-tree') return undefined;
        const page = session.browser.getPage(session.id);
        const client = await page.context().newCDPSession(page);
        const { nodes } = await client.send('Accessibility.getFullAXTree');
        await client.detach();
        const textOf = (property) => String(property?.value ?? '');
        return nodes
          .filter(({ ignored }) => !ignored)
          .map(({ role, name, description }) => ({
            role: textOf(role),
            name: textOf(name),
            description: textOf(description),
          }));
      },
    },
  ],
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      concurrency: 1,
      launchOptions: {
        executablePath: HEADLESS_CHROMIUM_PATH ?? CHROMIUM_PATH,
        args: BROWSER_ARGUMENTS,
      },
      createBrowserContext: ({ browser }) =>
        browser.newContext({
          viewport: { width: 390, height: 844 },
          locale: 'es-PE',
          timezoneId: 'America/Lima',
          hasTouch: true,
        }),
    }),
  ],
};
