import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SettingsError, settingsFromEnvironment } from '../src/settings.ts';

test('an empty environment gives the command’s defaults', () => {
  assert.deepEqual(settingsFromEnvironment({ SANDBOX_HOST: '', SANDBOX_PORT: '' }), {
    host: '127.0.0.1',
    port: 4300,
    api_key: 'sandbox-key',
    database: ':memory:',
    report_delay_ms: 3_000,
    public_url: undefined,
    organisation_webhook: undefined,
    log_level: 'warn',
  });
});

test('reads every setting', () => {
  const settings = settingsFromEnvironment({
    SANDBOX_PORT: '0',
    SANDBOX_HOST: '0.0.0.0',
    SANDBOX_API_KEY: 'k',
    SANDBOX_DATABASE: 'sandbox.db',
    SANDBOX_REPORT_DELAY_MS: '10',
    SANDBOX_PUBLIC_URL: 'https://forms.example/',
    ORGANISATION_WEBHOOK_URL: 'https://hr.example/hook',
    ORGANISATION_WEBHOOK_HEADERS: '{"x-secret":"s"}',
    ORGANISATION_WEBHOOK_DETAILS: 'true',
    SANDBOX_LOG_LEVEL: 'info',
  });
  assert.deepEqual(settings, {
    host: '0.0.0.0',
    port: 0,
    api_key: 'k',
    database: 'sandbox.db',
    report_delay_ms: 10,
    public_url: 'https://forms.example',
    organisation_webhook: {
      webhook_url: 'https://hr.example/hook',
      webhook_headers: { 'x-secret': 's' },
      webhook_details: true,
    },
    log_level: 'info',
  });
});

test('the settings of a proxy in the same environment have no effect', () => {
  const ofProxy = { PORT: '4200', HOST: '0.0.0.0', PUBLIC_URL: 'https://forms.hr.example' };
  assert.deepEqual(settingsFromEnvironment(ofProxy), settingsFromEnvironment({}));
});

test('reports all invalid settings at once, without their values', () => {
  const environment = {
    SANDBOX_PORT: '70000',
    SANDBOX_REPORT_DELAY_MS: 'soon',
    SANDBOX_PUBLIC_URL: 'https://forms.example/path',
    ORGANISATION_WEBHOOK_URL: 'nowhere',
    ORGANISATION_WEBHOOK_HEADERS: '["hidden"]',
    ORGANISATION_WEBHOOK_DETAILS: 'yes',
    SANDBOX_LOG_LEVEL: 'loud',
  };
  assert.throws(
    () => settingsFromEnvironment(environment),
    (error) => {
      assert.ok(error instanceof SettingsError);
      assert.deepEqual(
        error.problems.map((problem) => problem.split(' ')[0]).sort(),
        Object.keys(environment).sort(),
      );
      assert.doesNotMatch(error.message, /70000|soon|nowhere|hidden|loud/);
      return true;
    },
  );
});
