import assert from 'node:assert/strict';
import { test } from 'node:test';
import cases from './settings.json' with { type: 'json' };
import { SettingsError, settingsFromEnvironment } from '../src/settings.ts';

test('an empty environment gives the command’s defaults', () => {
  const optional = { public_url: undefined, organisation_webhook: undefined };
  const settings = settingsFromEnvironment({ SANDBOX_HOST: '', SANDBOX_PORT: '' });
  assert.deepEqual(settings, { ...cases.defaults, ...optional });
});

test('reads every setting', () =>
  assert.deepEqual(settingsFromEnvironment(cases.environment), cases.settings));

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
