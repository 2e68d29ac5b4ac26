import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProxy } from 'precandidate-proxy';

const WRONG = {
  UPSTREAM_URL: 'https://service.example/v2',
  UPSTREAM_API_KEY: '',
  BACKEND_KEYS: 'short',
  SESSION_SECRETS: 'hunter2-hunter2',
  ALLOWED_ORIGINS: 'https://hr.example/path',
  SUBMISSION_CHANNEL: 'pigeon',
  RELAY_SECRET: 'whsec_???',
  PORT: '123456',
};

test('a proxy with invalid settings does not start, lists each one, and reveals no secret', async () => {
  await assert.rejects(startProxy(WRONG), (error: Error) => {
    for (const name of Object.keys(WRONG)) assert.match(error.message, new RegExp(`\\b${name}\\b`));
    for (const secret of ['hunter2', 'short,', '???']) assert.ok(!error.message.includes(secret));
    return true;
  });
});
