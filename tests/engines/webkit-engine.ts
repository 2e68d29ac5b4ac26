import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from 'precandidate-testing/commands.ts';
import { type BrowserDriver, type Engine, EngineHungError, type Key } from './browser-driver.ts';

/** The name of an element reference on the wire: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Code points of keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<Key, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Backspace: '\uE003',
  ArrowDown: '\uE015',
};

/** How long a busy machine may take for one command. */
const LIMIT_MS = 2 * 60_000;

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** WebKitGTK, the engine of Safari, in a virtual display, driven over WebDriver. One page at a time. */
export async function startWebKitEngine(miniBrowser: string): Promise<Engine> {
  const display = await startDisplay();
  const [port] = await freePorts(1);
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  await isListening(base);
  return {
    newPage: () => openSession(base, miniBrowser),
    async close() {
      await end(driver);
      await end(display.process);
    },
  };
}

async function openSession(base: string, binary: string): Promise<BrowserDriver> {
  const options = { binary, args: ['--automation'] };
  const capabilities = {
    alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
  };
  const { sessionId } = (await sendTo(base)('POST', '/session', { capabilities })) as {
    sessionId: string;
  };
  const send = sendTo(`${base}/session/${sessionId}`);
  const execute = (script: (...args: never[]) => unknown, args: unknown[]) =>
    // A promise is awaited: https://www.w3.org/TR/webdriver2/#execute-script
    send('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args });
  const open = async (url: string) => {
    await send('POST', '/window/rect', { x: 0, y: 0, width: 390, height: 844 });
    await send('POST', '/url', { url });
  };
  return {
    open,
    async openTab(url) {
      // A tab in the background would get no animation frames.
      const { handle } = (await send('POST', '/window/new', { type: 'window' })) as {
        handle: string;
      };
      await send('POST', '/window', { handle });
      await open(url);
    },
    async reload() {
      await send('POST', '/refresh', {});
    },
    async leaveAndReturn() {
      await send('POST', '/url', { url: 'about:blank' });
      await send('POST', '/back', {});
    },
    evaluate: (script, ...args) => execute(script, args) as never,
    async find(script, ...args) {
      const found = (await execute(script, args)) as Record<string, string> | null;
      return found?.[ELEMENT] ?? null;
    },
    async click(element) {
      await send('POST', `/element/${String(element)}/click`, {});
    },
    async type(element, text) {
      await send('POST', `/element/${String(element)}/value`, { text });
    },
    async press(key) {
      const value = KEYS[key];
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ];
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async close() {
      await send('DELETE', '');
    },
  };
}

function sendTo(base: string): Send {
  return async (method, path, body) => {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const init = { method, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(base + path, init).catch((cause: unknown) => {
      throw signal.aborted ? new EngineHungError(`${method} ${path}`) : cause;
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKit: ${(value as { message: string }).message}`);
    return value;
  };
}

/** An X server of our own; it names its display on the third file descriptor. */
async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const lines = createInterface({ input: child.stdio[3] as Readable });
  for await (const line of lines) return { name: `:${line.trim()}`, process: child };
  throw new Error('Xvfb does not start');
}

async function isListening(base: string): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const response = await fetch(`${base}/status`).catch(() => undefined);
    if (response?.ok) return;
    if (performance.now() > deadline) throw new Error('WebKitWebDriver does not start');
    await pause(50);
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}
