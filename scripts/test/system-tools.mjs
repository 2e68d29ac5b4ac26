// Finds the browsers and the Postgres that tests use, and installs them where this is possible.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { capture } from '../processes.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const DEBIAN_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const DEBIAN_MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Sets `CHROMIUM_PATH` and `HEADLESS_CHROMIUM_PATH`, which all programs of ours start. */
export async function provideChromium() {
  process.env.HEADLESS_CHROMIUM_PATH = await headlessChromiumPath();
  process.env.CHROMIUM_PATH = await chromiumPath();
}

/** Path of a Chromium: `CHROMIUM_PATH`, Debian's, or the one that Playwright downloads. */
async function chromiumPath() {
  const configured = configuredPath('CHROMIUM_PATH');
  if (configured !== undefined) return configured;
  // Without its recommendations, the package brings no font.
  if (!existsSync(DEBIAN_CHROMIUM)) await aptInstall('chromium', 'fonts-liberation');
  return existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : playwrightChromium();
}

/**
 * Path of Debian's headless shell: Chromium without a window, which opens a page in a fifth of the
 * time. Where there is none, or `CHROMIUM_PATH` names a browser, {@link chromiumPath}.
 */
async function headlessChromiumPath() {
  if (configuredPath('CHROMIUM_PATH') !== undefined) return chromiumPath();
  if (!existsSync(DEBIAN_HEADLESS_SHELL)) await aptInstall('chromium-headless-shell');
  return existsSync(DEBIAN_HEADLESS_SHELL) ? DEBIAN_HEADLESS_SHELL : chromiumPath();
}

/** Path of WebKitGTK's MiniBrowser; `undefined` when it, its driver, or Xvfb cannot be installed. */
export async function webKitPath() {
  const hasAll = () => existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb');
  if (!hasAll()) await aptInstall('webkit2gtk-driver', 'xvfb');
  return hasAll() ? DEBIAN_MINI_BROWSERS.find((path) => existsSync(path)) : undefined;
}

export const SCREEN_READER_PACKAGES = (
  'orca xvfb openbox xdotool speech-dispatcher at-spi2-core dbus ' +
  'python3-speechd python3-pyatspi gir1.2-wnck-3.0 libglib2.0-bin locales'
).split(' ');
const SPANISH = 'es_PE.UTF-8';

/** Whether Orca can run here: installs it, and the locale it speaks in, where this is possible. */
export async function hasScreenReader() {
  const hasAll = () =>
    ['orca', 'openbox', 'xdotool', 'speech-dispatcher', 'gdbus', 'localedef'].every((name) =>
      existsSync(`/usr/bin/${name}`),
    );
  if (!hasAll()) await aptInstall(...SCREEN_READER_PACKAGES);
  if (!hasAll()) return false;
  const locales = (await capture('locale', ['-a'])).toLowerCase();
  if (locales.includes('es_pe.utf8')) return true;
  try {
    await capture('localedef', ['-i', 'es_PE', '-f', 'UTF-8', SPANISH]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of a program: what the variable names, or Debian's; `undefined` when none can be installed.
 */
async function programPath(variable, path, debianPackage) {
  const configured = configuredPath(variable);
  if (configured !== undefined) return configured;
  if (!existsSync(path)) await aptInstall(debianPackage);
  return existsSync(path) ? path : undefined;
}

export const firefoxPath = () => programPath('FIREFOX_PATH', '/usr/bin/firefox-esr', 'firefox-esr');
export const nginxPath = () => programPath('NGINX_PATH', '/usr/sbin/nginx', 'nginx');
export const caddyPath = () => programPath('CADDY_PATH', '/usr/bin/caddy', 'caddy');

/** Installs the languages of the docs' examples, where this is possible. */
export async function provideLanguages() {
  if (!existsSync('/usr/bin/php')) await aptInstall('php-cli');
  if (!existsSync('/usr/bin/ruby')) await aptInstall('ruby');
}

/** Folder of the newest Postgres's programs; `undefined` when none can be installed. */
export async function postgresPrograms() {
  if (newestPostgres() === undefined) await aptInstall('postgresql');
  return newestPostgres();
}

function configuredPath(name) {
  const path = process.env[name];
  if (path === undefined || path === '') return undefined;
  if (existsSync(path)) return path;
  throw new Error(`${name} is ${path}, but there is no file`);
}

let updated;

/** Installs Debian packages, as root on Debian only. A failure leaves them missing. */
async function aptInstall(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error(`installing ${packages[0]} …`);
  try {
    updated ??= capture('apt-get', ['update']);
    await updated;
    await capture('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
  } catch {
    updated = undefined;
    // The caller checks again and reports missing programs.
  }
}

async function playwrightChromium() {
  console.error('downloading a browser …');
  const requireFromTests = createRequire(resolve('tests/package.json'));
  const cli = join(dirname(requireFromTests.resolve('playwright/package.json')), 'cli.js');
  await capture(process.execPath, [cli, 'install', 'chromium']);
  return requireFromTests('playwright').chromium.executablePath();
}

function newestPostgres() {
  if (!existsSync(DEBIAN_POSTGRES)) return undefined;
  return readdirSync(DEBIAN_POSTGRES)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
}
