import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, startCommand, waitForLine } from '../../stage/commands.ts';
import { readPage } from '../../stage/repository.ts';
import { describeFront, type Front } from '../front-suite.ts';

const CADDY = process.env['CADDY_PATH'] || '/usr/bin/caddy';

describeFront('Caddy', startCaddy);

/** Runs deploy/caddy/Caddyfile in front of `servers`, on free ports, with a certificate of its own. */
async function startCaddy(servers: readonly string[]): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'precandidate-caddy-'));
  const [port = 0, plainPort = 0] = await freePorts(2);
  const options = `{
  admin off
  skip_install_trust
  default_bind 127.0.0.1
  http_port ${plainPort}
  https_port ${port}
`;
  const example = readPage('deploy/caddy/Caddyfile');
  await writeFile(
    join(folder, 'Caddyfile'),
    example.replace(/^\{\n/m, () => options),
  );
  const caddy = startCommand(CADDY, ['run', '--config', 'Caddyfile'], {
    cwd: folder,
    env: {
      SITE: 'localhost',
      PROXY: servers.join(' '),
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
  await waitForLine(caddy.child, /certificate obtained successfully/);
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    async stop() {
      await caddy.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
