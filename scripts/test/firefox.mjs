import { existsSync } from 'node:fs';
import { runQuietly } from '../bootstrap/run-quietly.mjs';

const DEBIAN = '/usr/bin/firefox-esr';

/**
 * Path of a Firefox: `FIREFOX_PATH`, else Debian's, else Debian's installed now (as root, with apt);
 * `undefined` when this machine has none and none can be installed.
 */
export async function firefoxPath() {
  const given = process.env.FIREFOX_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`FIREFOX_PATH names ${given}, where there is no file`);
  }
  return existsSync(DEBIAN) ? DEBIAN : installDebian();
}

async function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.error('installing firefox-esr …');
  try {
    await runQuietly('apt-get', ['update']);
    await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'firefox-esr']);
  } catch {
    return undefined;
  }
  return existsSync(DEBIAN) ? DEBIAN : undefined;
}
