import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProxyCommand } from '../../../tests/stage/proxy-process.ts';
import {
  BACKEND_KEY,
  proxySettings,
  RELAY_SECRET,
  SESSION_SECRET,
  WEBHOOK_SECRET,
} from '../../../tests/stage/service.ts';

test('wrong settings end the command with one list and no stack', async () => {
  const command = startProxyCommand({ UPSTREAM_URL: 'nowhere', PORT: '-1' });
  assert.equal(await command.ended, 1);
  const lines = command.output().trim().split('\n');
  assert.equal(lines[0], 'Invalid settings:');
  assert.equal(lines.length, 1 + 6);
  assert.doesNotMatch(command.output(), /\bat .*:\d+/);
});

for (const args of [
  [],
  ['check'],
  ['deliveries', 'list'],
  ['sessions', 'revoke', '--session', 's'],
])
  test(`precandidate-proxy ${args.join(' ')}: reports an unreachable server without its password`, async () => {
    const secrets = {
      UPSTREAM_API_KEY: 'the-api-key-0123456789',
      BACKEND_KEYS: BACKEND_KEY,
      SESSION_SECRETS: SESSION_SECRET,
      WEBHOOK_SECRETS: WEBHOOK_SECRET,
      RELAY_SECRET,
    };
    const env = {
      ...proxySettings({ apiUrl: 'http://127.0.0.1:9/v3' }),
      ...secrets,
      DATABASE_URL: 'postgres://user:password-of-the-database@127.0.0.1:9/proxy',
      OUTBOUND_PROXY: 'http://user:password-of-the-proxy@127.0.0.1:9',
      RELAY_URL: 'http://127.0.0.1:9/events',
      PORT: '9',
      LOG_LEVEL: 'trace',
    };
    const command = startProxyCommand(env, args);
    assert.equal(await command.ended, 1);
    const output = command.output();
    assert.ok(output.length > 20);
    for (const secret of [...Object.values(secrets), 'password-of-the'])
      assert.ok(!output.includes(secret), output);
  });
