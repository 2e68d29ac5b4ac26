import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { runQuietly } from '../bootstrap/run-quietly.mjs';

const DEBIAN = '/usr/bin/chromium';

/**
 * Path of a Chromium: `CHROMIUM_PATH`, else Debian's, else Debian's installed now (as root, with
 * apt), else the one that Playwright downloads.
 */
export async function browserPath() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') return existingBrowser(given);
  if (existsSync(DEBIAN)) return DEBIAN;
  return (await installDebian()) ?? (await installPlaywright());
}

function existingBrowser(path) {
  if (existsSync(path)) return path;
  throw new Error(`CHROMIUM_PATH names ${path}, where there is no file`);
}

async function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.error('installing chromium …');
  try {
    await runQuietly('apt-get', ['update']);
    // Without its recommendations it brings no font.
    const packages = ['chromium', 'fonts-liberation'];
    await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
  } catch {
    return undefined;
  }
  return existsSync(DEBIAN) ? DEBIAN : undefined;
}

async function installPlaywright() {
  console.error('downloading a browser …');
  const require = createRequire(resolve('tests/package.json'));
  const cli = join(dirname(require.resolve('playwright/package.json')), 'cli.js');
  await runQuietly(process.execPath, [cli, 'install', 'chromium']);
  return existingBrowser(require('playwright').chromium.executablePath());
}
