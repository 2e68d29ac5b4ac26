import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProxyCommand } from 'precandidate-testing/proxy-process.ts';
import { proxySettings, RELAY_SECRET } from 'precandidate-testing/service.ts';

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
    const env: Record<string, string> = {
      ...proxySettings({ apiUrl: 'http://127.0.0.1:9/v3' }),
      RELAY_SECRET,
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
    const names = Object.keys(env).filter((name) => /_(SECRET|KEY)S?$/.test(name));
    assert.equal(names.length, 5);
    for (const secret of [...names.map((name) => env[name] ?? ''), 'password-of-the'])
      assert.ok(!output.includes(secret), output);
  });
