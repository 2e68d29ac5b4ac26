import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, startCommand, waitForLine } from 'precandidate-testing/commands.ts';
import { readPage } from 'precandidate-testing/repository.ts';
import { describeFront, type Front } from '../front-suite.ts';

const CADDY = process.env['CADDY_PATH'] || '/usr/bin/caddy';

/** The first version that sends a body to another process after a refused connection (caddy#7547). */
const REPEATS_BODIES = [2, 11, 2];
const version = execFileSync(CADDY, ['version'], { encoding: 'utf8' }).match(/\d+/g) ?? [];
const order = REPEATS_BODIES.map((part, index) => Number(version[index]) - part);
const repeatsBodies = (order.find((each) => each !== 0) ?? 0) >= 0;

describeFront('Caddy', startCaddy, { repeatsBodies });

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
