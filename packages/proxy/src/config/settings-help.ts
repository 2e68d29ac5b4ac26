import { type Setting, SETTINGS } from './setting-list.ts';

/** The text of `--help`. */
export function settingsHelp(): string {
  const rows = Object.entries(SETTINGS) as [string, Setting<unknown>][];
  const lines = rows.map(([name, { about, fallback, secret }]) => {
    const needed = fallback === null ? ' (required)' : fallback ? ` (default ${fallback})` : '';
    return `  ${name.padEnd(20)} ${about}${needed}${secret ? `; or ${name}_FILE` : ''}`;
  });
  return [
    'precandidate-proxy: holds the API key, serves forms, delivers submissions, relays webhooks',
    '',
    'Settings come from the environment:',
    ...lines,
    '',
    'Options: --help, --version',
  ].join('\n');
}
