import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from 'precandidate-proxy';
import { newFolder } from 'precandidate-testing/resources.ts';
import wrong from './wrong-settings.json' with { type: 'json' };
import {
  SettingsError,
  readSettings,
  settingsHelp,
  settingsWarnings,
} from '../src/config/settings.ts';

const ENOUGH = {
  UPSTREAM_URL: 'https://api.example/v3',
  UPSTREAM_API_KEY: 'the-api-key',
  BACKEND_KEYS: 'backend-key-0123456789',
  SESSION_SECRETS: 'session-secret-0123456789-0123456789',
  ALLOWED_ORIGINS: 'https://hr.example',
};

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.faults;
  }
}

test('five settings are enough', () => {
  const settings = readSettings(ENOUGH);
  assert.equal(settings.SUBMISSION_CHANNEL, 'form');
  assert.equal(settings.PORT, 4200);
  assert.equal(settings.WEBHOOK_HEADER, 'X-Webhook-Secret');
  assert.equal(settings.DATABASE_URL, undefined);
  assert.equal(readSettings({ ...ENOUGH, HOST: 'localhost' }).HOST, '127.0.0.1');
});

test('the secret of the webhook cannot be in a header of HTTP itself', () => {
  for (const WEBHOOK_HEADER of ['Content-Length', 'transfer-encoding', 'Host', 'Connection', 'a b'])
    assert.equal(faultsOf({ ...ENOUGH, WEBHOOK_HEADER }).length, 1, WEBHOOK_HEADER);
  for (const WEBHOOK_HEADER of ['X-Webhook-Secret', 'Authorization', 'X-Content-Type'])
    assert.deepEqual(faultsOf({ ...ENOUGH, WEBHOOK_HEADER }), [], WEBHOOK_HEADER);
});

test('reports every error at once, without any value', () => {
  for (const settings of wrong) {
    const faults = faultsOf({ ...ENOUGH, ...settings });
    const named = faults.map((fault) => fault.split(' ')[0]);
    assert.deepEqual(named.sort(), Object.keys(settings).sort());
    assert.doesNotMatch(faults.join(), /marker/);
  }
});

test('reports conflicts between settings too', () => {
  assert.deepEqual(faultsOf({ ...ENOUGH, RELAY_URL: 'https://hr.example/events' }), [
    'RELAY_SECRET is missing: RELAY_URL needs it',
  ]);
  assert.deepEqual(faultsOf({ ...ENOUGH, POLL_MIN_SECONDS: '90' }), [
    'POLL_MIN_SECONDS is larger than POLL_MAX_SECONDS',
  ]);
  assert.deepEqual(faultsOf({ ...ENOUGH, KEEP_FORMS_DAYS: '29' }), [
    'KEEP_FORMS_DAYS is smaller than WATCH_DAYS',
  ]);
});

test('a secret may come from a file that is not empty; the variable itself wins', async (t) => {
  const folder = await newFolder(t);
  const file = join(folder, 'key');
  await writeFile(file, 'key-from-a-file\n');
  const { UPSTREAM_API_KEY: given, ...others } = ENOUGH;
  const env = { ...others, UPSTREAM_API_KEY_FILE: file };
  assert.equal(readSettings(env).UPSTREAM_API_KEY, 'key-from-a-file');
  assert.equal(readSettings({ ...env, UPSTREAM_API_KEY: given }).UPSTREAM_API_KEY, given);
  for (const [path, why] of [
    [join(folder, 'none'), 'there is none'],
    [folder, 'it is a folder'],
    [`${folder}/${'x'.repeat(300)}`, 'ENAMETOOLONG'],
  ] as const)
    assert.deepEqual(faultsOf({ ...others, UPSTREAM_API_KEY_FILE: path }), [
      `UPSTREAM_API_KEY_FILE names a file, ${path}, that cannot be read: ${why}`,
    ]);
  // The key itself, set under the wrong name.
  assert.deepEqual(faultsOf({ ...others, UPSTREAM_API_KEY_FILE: given }), [
    'UPSTREAM_API_KEY_FILE names a file that cannot be read: there is none',
  ]);
  // Without a fault, the proxy would store in DATA_DIR instead of Postgres.
  await writeFile(file, '\n');
  assert.deepEqual(faultsOf({ ...ENOUGH, DATABASE_URL_FILE: file }), [
    `DATABASE_URL_FILE names a file, ${file}, that is empty`,
  ]);
});

test('every secret setting can come from a file, and no other', () => {
  for (const [name, { secret }] of Object.entries(SETTINGS))
    assert.equal(secret, /_(SECRET|KEY)S?$|^(DATABASE_URL|OUTBOUND_PROXY)$/.test(name), name);
});

test('--help names every setting', () => {
  const help = settingsHelp();
  for (const name of Object.keys(SETTINGS)) assert.match(help, new RegExp(`^ {2}${name} `, 'm'));
});

test('warns of names that look like a setting, and names them beside a fault', () => {
  const warned = (given: Record<string, string>) =>
    settingsWarnings(readSettings({ ...ENOUGH, ...given }), given);
  assert.deepEqual(warned({ RATE_LIMITS: '10', UPSTREAMRPS: '5', relay_url: 'marker' }), [
    'RATE_LIMITS is not a setting: did you mean RATE_LIMIT?',
    'UPSTREAMRPS is not a setting: did you mean UPSTREAM_RPS?',
    'relay_url is not a setting: did you mean RELAY_URL?',
  ]);
  assert.deepEqual(warned({ UPSTREAM_URL_FILE: '/x', SESSION_SECRET_FILE: '/y' }), [
    'UPSTREAM_URL_FILE is not read: set UPSTREAM_URL itself',
    'SESSION_SECRET_FILE is not a setting: did you mean SESSION_SECRETS_FILE?',
  ]);
  const others = { HOSTNAME: 'a', HOME: '/', POST: '1', NODE_ENV: 'production', RELAY_PORT: '1' };
  assert.deepEqual(warned(others), []);
  const { UPSTREAM_API_KEY: key, ...rest } = ENOUGH;
  assert.deepEqual(faultsOf({ ...rest, UPSTREAM_APIKEY: key }), [
    'UPSTREAM_API_KEY is missing',
    'UPSTREAM_APIKEY is not a setting: did you mean UPSTREAM_API_KEY?',
  ]);
});
